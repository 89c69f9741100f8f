import { AppError } from '../errors.ts'
import { formatId, parseId, type StoreId } from '../ids.ts'

/** Changes whenever an older version of Quartermaster could misread an archive. */
export const FORMAT = 1

export type ArchivedFile = { rows: number; bytes: number; sha256: string }

/** The file `manifest.json` of an archive. `files` has every other file. */
export type Manifest = {
  format: number
  /** The version of Quartermaster that wrote it. */
  version: string
  /** The newest migration of the database. */
  schema: string
  storeId: string
  store: { name: string; url: string; mode: string; currency: string }
  createdAt: string
  files: Record<string, ArchivedFile>
}

const MAX_FILES = 200
/** More rows than a cell can have, and far below the numbers that JavaScript cannot count exactly. */
const MAX_COUNT = 1e13

/** Checks a manifest that anyone can have written. */
export function parseManifest(text: string): { manifest: Manifest; storeId: StoreId } {
  const manifest = parseJson(text)
  const { format, version, schema, storeId: printed, createdAt, files, store } = manifest
  if (format !== FORMAT)
    throw refused(
      `The archive has format ${String(format).slice(0, 20)}, and this version reads format ${FORMAT}. Use the version of Quartermaster that fits the archive`,
    )
  const storeId = typeof printed === 'string' ? parseId<StoreId>('sto', printed) : undefined
  if (storeId === undefined || !isText(version) || !isText(schema) || !isText(createdAt) || !isRecord(store))
    throw refused('manifest.json is not complete')
  if (!isRecord(files) || Object.keys(files).length > MAX_FILES || !Object.values(files).every(isFile))
    throw refused('The list of files in manifest.json is wrong')
  return { storeId, manifest: { ...(manifest as Manifest), storeId: formatId('sto', storeId) } }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // The error below says what to do.
  }
  throw refused('manifest.json is not a JSON object')
}

export function refused(problem: string, options: { cause?: unknown } = {}): AppError {
  return new AppError('invalid_request', `${problem}. Export the store again.`, options)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isText = (value: unknown) => typeof value === 'string' && value.length <= 200
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT

function isFile(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCount(value['rows']) &&
    isCount(value['bytes']) &&
    typeof value['sha256'] === 'string' &&
    /^[0-9a-f]{64}$/.test(value['sha256'])
  )
}
