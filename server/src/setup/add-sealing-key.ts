import { randomBytes } from 'node:crypto'
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { KEY_BYTES, parseSealingKeys } from '../seal.ts'

/**
 * Adds a new key in front of those in the file, which is created for its owner only. Returns all ids, the newest first. The file is
 * replaced at once, because a half-written one would lose the keys of stored secrets.
 */
export async function addSealingKey(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  const keys = parseSealingKeys(text ?? '')
  if (!keys) throw new AppError('invalid_request', `${file} has other text than keys. Choose another file`)
  const ids = keys.map(({ id }) => id)
  const id = nextId(ids)
  const added = [`${id}:${randomBytes(KEY_BYTES).toString('base64')}`, ...(text?.trim() ? [text.trim()] : [])]
  const written = `${file}.new`
  try {
    await writeFile(written, `${added.join(',')}\n`, { mode: 0o600, flag: 'wx' })
    if (text !== undefined) {
      const { uid, gid, mode } = await stat(file)
      await chown(written, uid, gid)
      await chmod(written, mode)
    }
    await rename(written, file)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
  return [id, ...ids]
}

function nextId(ids: string[]): string {
  const numbers = ids.map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0))
  return `k${Math.max(0, ...numbers) + 1}`
}
