import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { requireUnusedName, syncFolder } from '../setup/backup/create-backup.ts'
import type { ArchivedFile } from './manifest.ts'

/** The same rows give the same bytes. */
const OPTIONS = { mtime: new Date('2000-01-01T00:00:00Z'), mode: 0o100600 }

/** A file of an archive, and its lines in batches. */
export type LineFile = { path: string; lines: () => AsyncIterable<string[]> }

type Content<Manifest> = { files: LineFile[]; describe: (written: Record<string, ArchivedFile>) => Manifest }

/**
 * Writes a zip with one file of lines after another, and a manifest at the end. Nothing is kept in memory. After an error the output is
 * destroyed, so that what was written does not look complete.
 */
export async function writeArchive<Manifest extends object>(
  output: Writable,
  { files, describe }: Content<Manifest>,
): Promise<Manifest> {
  const zip = new ZipFile()
  const written: Record<string, ArchivedFile> = {}
  let manifest: Manifest | undefined
  const add = (path: string, content: () => Readable) =>
    zip.addReadStreamLazy(path, OPTIONS, (done) => {
      const stream = content()
      stream.once('error', (error) => (zip.outputStream as Readable).destroy(error))
      done(null, stream)
    })
  for (const { path, lines } of files)
    add(path, () => Readable.from(measure(lines(), (found) => (written[path] = found))))
  add('manifest.json', () => {
    manifest = describe(written)
    return Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)])
  })
  zip.end()
  await pipeline(zip.outputStream, output)
  if (!manifest) throw new Error('the archive has no manifest')
  return manifest
}

/** Opens a new file for `write`. It gets its name when it is complete, and only its owner can read it. */
export async function writeNewFile<T>(
  file: string,
  write: (open: () => Writable) => Promise<T>,
): Promise<{ written: T; bytes: number }> {
  await requireUnusedName(file)
  const partial = `${file}.${process.pid}.partial`
  try {
    const written = await write(() => createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }))
    const { size: bytes } = await stat(partial)
    await rename(partial, file)
    await syncFolder(dirname(file))
    return { written, bytes }
  } finally {
    await rm(partial, { force: true })
  }
}

async function* measure(batches: AsyncIterable<string[]>, onEnd: (file: ArchivedFile) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  for await (const lines of batches) {
    const chunk = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    hash.update(chunk)
    rows += lines.length
    bytes += chunk.length
    yield chunk
  }
  onEnd({ rows, bytes, sha256: hash.digest('hex') })
}
