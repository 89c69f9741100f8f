import { createHash } from 'node:crypto'
import { closeSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromFdPromise, openPromise, type ZipFile } from 'yauzl'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { type Manifest, parseManifest, refused } from './manifest.ts'

const MAX_ENTRIES = 201
const MAX_MANIFEST_BYTES = 1024 * 1024
/** A file of a theme has at most 10 MiB, and its bytes are written as hexadecimal digits. */
const MAX_LINE_BYTES = 32 * 1024 * 1024
/** What one statement inserts. */
const BATCH_LINES = 500
const BATCH_BYTES = 2 * 1024 * 1024

const OPTIONS = { autoClose: false, lazyEntries: true, strictFileNames: true, validateEntrySizes: true } as const

export type Archive = {
  manifest: Manifest
  storeId: StoreId
  /** The lines of a file, in batches. Fails at the end if rows, bytes or checksum are not those of the manifest. */
  readLines: (path: string) => AsyncGenerator<string[]>
  close: () => void
}

/**
 * Opens an archive that anyone can have written. Only files that the manifest names are read, and never more bytes than it says. Nothing
 * is unpacked to the disk, so the names of the files cannot lead anywhere. A file descriptor is closed with the archive.
 */
export async function openArchive(file: string | number): Promise<Archive> {
  const zip = await (typeof file === 'number' ? openDescriptor(file) : openPromise(file, OPTIONS)).catch(unreadable)
  try {
    const entries = await listEntries(zip)
    const { manifest, storeId } = parseManifest(await readManifest(zip, entries))
    const unknown = [...entries.keys()].find((path) => path !== 'manifest.json' && !Object.hasOwn(manifest.files, path))
    if (unknown !== undefined)
      throw refused(`The archive contains ${unknown.slice(0, 100)}, which its manifest does not name`)
    return {
      manifest,
      storeId,
      close: () => zip.close(),
      readLines: (path) => readChecked(zip, { path, entry: entries.get(path), manifest }),
    }
  } catch (error) {
    zip.close()
    throw error instanceof AppError ? error : unreadable(error)
  }
}

async function openDescriptor(descriptor: number): Promise<ZipFile> {
  try {
    return await fromFdPromise(descriptor, OPTIONS)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw refused('The archive has too many files')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw refused(`The archive contains ${entry.fileName.slice(0, 100)} twice`)
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function readManifest(zip: ZipFile, entries: Map<string, Entry>): Promise<string> {
  const entry = entries.get('manifest.json')
  if (!entry || entry.uncompressedSize > MAX_MANIFEST_BYTES)
    throw refused('The file is not an archive of a store: it has no manifest.json')
  return (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8')
}

type Wanted = { path: string; entry: Entry | undefined; manifest: Manifest }

async function* readChecked(zip: ZipFile, { path, entry, manifest }: Wanted): AsyncGenerator<string[]> {
  const wanted = manifest.files[path]
  if (!wanted || !entry) throw refused(`The archive has no ${path}`)
  if (entry.uncompressedSize !== wanted.bytes) throw refused(`${path} has not the size that the manifest says`)
  const hash = createHash('sha256')
  let rows = 0
  const stream = await zip.openReadStreamPromise(entry).catch(unreadable)
  try {
    for await (const lines of splitLines(stream as AsyncIterable<Buffer>, hash.update.bind(hash))) {
      rows += lines.length
      if (rows > wanted.rows) break
      yield lines
    }
  } catch (error) {
    throw error instanceof AppError || isDatabaseError(error) ? error : unreadable(error)
  }
  if (rows !== wanted.rows) throw refused(`${path} has not the ${wanted.rows} rows that the manifest says`)
  if (hash.digest('hex') !== wanted.sha256) throw refused(`The checksum of ${path} is wrong`)
}

async function* splitLines(chunks: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): AsyncGenerator<string[]> {
  let lines: string[] = []
  let bytes = 0
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of chunks) {
    onChunk(chunk)
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)])
      start = end + 1
      lines.push(line.toString('utf8'))
      bytes += line.length
      rest = []
      restBytes = 0
      if (lines.length < BATCH_LINES && bytes < BATCH_BYTES) continue
      yield lines
      lines = []
      bytes = 0
    }
    rest.push(chunk.subarray(start))
    restBytes += chunk.length - start
    if (restBytes > MAX_LINE_BYTES) throw refused('A line of the archive is too long')
  }
  if (restBytes > 0) throw refused('The last line of a file has no end')
  if (lines.length > 0) yield lines
}

function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && 'severity' in error
}

function unreadable(error: unknown): never {
  throw refused('The archive cannot be read: it is not a zip, or it is damaged', { cause: error })
}
