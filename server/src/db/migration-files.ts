import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

const FOLDER = new URL('../../migrations/', import.meta.url)

export type SqlFile = { name: string; text: string; checksum: string }

/** Named `NNNN_room.sql` or `NNNN_room_change.sql`, in the order in which they are applied. */
export async function readMigrations(folder: URL = FOLDER): Promise<SqlFile[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_-]+\.sql$/.test(file)).sort()
  return Promise.all(files.map((file) => readSqlFile(new URL(file, folder), file)))
}

async function readSqlFile(url: URL, path: string): Promise<SqlFile> {
  // A checkout with other line ends is the same file.
  const text = (await readFile(url, 'utf8')).replaceAll('\r\n', '\n')
  return { name: path.replace('.sql', ''), text, checksum: createHash('sha256').update(text).digest('hex') }
}
