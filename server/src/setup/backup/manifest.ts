import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { AppError } from '../../errors.ts'

/** What a backup contains. It is written behind the dump, so that a file without it is incomplete. */
export type Manifest = {
  format: 1
  /** Of Quartermaster. */
  version: string
  createdAt: string
  /** Major versions of the server and of pg_dump. */
  postgres: number
  pgDump: number
  migrations: { name: string; checksum: string | null }[]
  /** By table, in the snapshot that was dumped. */
  rows: Record<string, number>
  /** Of the dump, without this manifest. */
  bytes: number
  sha256: string
}

const MARK = 'quartermaster-backup:'
const LENGTH_DIGITS = 10
const END_BYTES = MARK.length + LENGTH_DIGITS + 1
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024

/** pg_restore ignores what is behind its own data, so the file stays a dump that it can read. */
export async function appendManifest(file: string, manifest: Omit<Manifest, 'bytes' | 'sha256'>): Promise<Manifest> {
  const { size: bytes } = await stat(file)
  const complete = { ...manifest, bytes, sha256: await hash(file, bytes) }
  const text = JSON.stringify(complete)
  const length = String(Buffer.byteLength(text)).padStart(LENGTH_DIGITS, '0')
  const handle = await open(file, 'a')
  try {
    await handle.write(`${text}${MARK}${length}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return complete
}

/** Throws unless the file is complete and unchanged. */
export async function readManifest(file: string): Promise<Manifest> {
  const manifest = await readEnd(file)
  if (manifest.format !== 1) {
    throw new AppError(
      'invalid_request',
      `A newer version of Quartermaster (${manifest.version}) made this backup. Use it`,
    )
  }
  if ((await hash(file, manifest.bytes)) !== manifest.sha256) {
    throw new AppError('invalid_request', `${file} is damaged: its checksum is wrong. Use another backup.`)
  }
  return manifest
}

/** Throws unless the file ends with a manifest. Its checksum is not compared. */
export async function readEnd(file: string): Promise<Manifest> {
  const handle = await open(file, 'r').catch((cause: Error) => {
    throw new AppError('not_found', `${file} cannot be read: ${cause.message}`, { cause })
  })
  try {
    const { size } = await handle.stat()
    const read = async (length: number, position: number) =>
      (await handle.read(Buffer.alloc(length), 0, length, position)).buffer.toString('utf8')
    const end = size < END_BYTES ? '' : await read(END_BYTES, size - END_BYTES)
    const length = Number(end.slice(MARK.length))
    if (!end.startsWith(MARK) || !(length > 0 && length <= Math.min(size - END_BYTES, MAX_MANIFEST_BYTES))) {
      throw new AppError(
        'invalid_request',
        `${file} is not a complete backup of \`quartermaster backup\`. It was cut off, or another program made it; docs/operate/backup.md explains how to restore a file of pg_dump.`,
      )
    }
    return JSON.parse(await read(length, size - END_BYTES - length)) as Manifest
  } finally {
    await handle.close()
  }
}

async function hash(file: string, bytes: number): Promise<string> {
  const sha256 = createHash('sha256')
  if (bytes > 0) for await (const chunk of createReadStream(file, { end: bytes - 1 })) sha256.update(chunk as Buffer)
  return sha256.digest('hex')
}
