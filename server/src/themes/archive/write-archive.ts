import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ThemeFiles } from '../theme-files.ts'

/** The same files give the same bytes. */
const MTIME = new Date('2000-01-01T00:00:00Z')

export async function writeArchive(files: ThemeFiles): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, body] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    zip.addBuffer(body, path, { mtime: MTIME })
  zip.end()
  return buffer(zip.outputStream)
}
