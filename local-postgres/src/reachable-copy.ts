import { chmod, cp, lstat, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Copies the server files to a folder that every user can read, once for each version. The name of the folder can be
 * guessed, so a copy that belongs to another user is never used.
 */
export async function reachableCopy(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
  const target = join(tmpdir(), `quartermaster-postgres-${version}-${process.getuid?.() ?? 0}`)
  if (await isOurs(target)) return target

  const unfinished = await mkdtemp(`${target}-`)
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  try {
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process finished its copy first, so use that one.
    if (!(await isOurs(target))) throw error
  }
  return target
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return false
  const safe = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  if (!safe) throw new Error(`${folder} belongs to another user, or others can write to it. Remove it.`)
  return true
}
