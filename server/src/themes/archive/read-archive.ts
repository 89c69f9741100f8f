import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { AppError } from '../../errors.ts'
import type { ThemeFiles } from '../theme-files.ts'
import { requireThemePath } from './theme-path.ts'
import { THEME_LIMITS } from './theme-limits.ts'

/**
 * Reads a theme from a zip. Every limit is checked while it is unpacked, so that an archive that unpacks to more than it says never
 * fills the memory. yauzl refuses names with `..`, absolute names, and entries whose size differs from the one in the archive.
 */
export async function readArchive(archive: Buffer): Promise<ThemeFiles> {
  if (archive.length > THEME_LIMITS.archiveBytes)
    throw refused(`The archive is larger than ${THEME_LIMITS.archiveBytes / 1024 / 1024} MB. Remove large assets`)
  const zip = await fromBufferPromise(archive, { strictFileNames: true, validateEntrySizes: true }).catch(unreadable)
  if (zip.entryCount > 2 * THEME_LIMITS.files) throw tooManyFiles()
  const files = new Map<string, Buffer>()
  let left = THEME_LIMITS.bytes
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      requireOrdinaryFile(entry)
      const path = requireThemePath(entry.fileName)
      if (files.has(path)) throw refused(`The archive contains ${path} twice. Remove one of them`)
      if (files.size >= THEME_LIMITS.files) throw tooManyFiles()
      const body = await readEntry(zip, entry, left)
      left -= body.length
      files.set(path, body)
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error)
  }
  return withoutFolder(files)
}

const TYPE_MASK = 0o170000
const ORDINARY = 0o100000

/** The upper half of the attributes has the type of the file on Unix. A symbolic link could lead to another file. */
function requireOrdinaryFile({ fileName, externalFileAttributes, ...entry }: Entry): void {
  const type = (externalFileAttributes >>> 16) & TYPE_MASK
  if (type !== 0 && type !== ORDINARY)
    throw refused(`${fileName} is not an ordinary file. Replace links by their files`)
  if ((entry.generalPurposeBitFlag & 1) === 1)
    throw refused(`${fileName} is encrypted. Create the archive without a password`)
}

async function readEntry(zip: ZipFile, entry: Entry, limit: number): Promise<Buffer> {
  if (entry.uncompressedSize > limit) throw tooLarge()
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Buffer).length
    if (size > limit) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** Archives often have one folder around the theme. */
function withoutFolder(files: Map<string, Buffer>): ThemeFiles {
  if (files.has('theme.json')) return files
  const [folder] = [...files.keys()].flatMap((path) => /^([^/]+\/)theme\.json$/.exec(path)?.[1] ?? [])
  if (folder === undefined) throw refused('The archive has no theme.json. Pack the content of the folder of the theme')
  const others = [...files.keys()].find((path) => !path.startsWith(folder))
  if (others !== undefined) throw refused(`${others} is beside the folder of the theme. Remove it`)
  return new Map([...files].map(([path, body]) => [path.slice(folder.length), body]))
}

function unreadable(error: unknown): never {
  const reason = error instanceof Error ? error.message : 'unknown error'
  throw refused(`The archive can't be read (${reason.slice(0, 200)}). Create a zip with ordinary tools`)
}

function tooManyFiles(): AppError {
  return refused(`The archive has more than ${THEME_LIMITS.files} files. Remove some`)
}

function tooLarge(): AppError {
  return refused(`The theme has more than ${THEME_LIMITS.bytes / 1024 / 1024} MB unpacked. Remove large assets`)
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message, { field: 'body/archive' })
}
