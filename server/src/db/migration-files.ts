import { createHash } from 'node:crypto'
import { glob, readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LEVELS } from '../levels.ts'

export type SqlFile = { name: string; text: string; checksum: string }

/** Where the SQL of this version is. Tests pass copies. */
export type SqlFolders = { migrations: URL; rooms: URL }

export const SQL_FOLDERS: SqlFolders = {
  migrations: new URL('../../migrations/', import.meta.url),
  rooms: new URL('../', import.meta.url),
}

/** Named `NNNN_room.sql` or `NNNN_room_change.sql`, in the order in which they are applied. */
export async function readMigrations({ migrations }: SqlFolders): Promise<SqlFile[]> {
  const files = (await readdir(migrations)).filter((file) => /^\d{4}_[a-z0-9_-]+\.sql$/.test(file)).sort()
  return Promise.all(files.map((file) => readSqlFile(migrations, file)))
}

/** The SQL functions in the folders of their rooms, lowest level first. */
export async function readFunctions({ rooms }: SqlFolders): Promise<SqlFile[]> {
  const paths: string[] = []
  for await (const path of glob('*/**/*.sql', { cwd: fileURLToPath(rooms) })) paths.push(path.replaceAll('\\', '/'))
  const levelOf = (path: string) => LEVELS.findIndex((names) => names.includes(path.split('/')[0] ?? ''))
  const sorted = paths.sort((a, b) => levelOf(a) - levelOf(b) || (a < b ? -1 : 1))
  return Promise.all(sorted.map((path) => readSqlFile(rooms, path)))
}

async function readSqlFile(folder: URL, path: string): Promise<SqlFile> {
  // A checkout with other line ends has the same checksum.
  const text = (await readFile(new URL(path, folder), 'utf8')).replaceAll('\r\n', '\n')
  return { name: path.replace('.sql', ''), text, checksum: createHash('sha256').update(text).digest('hex') }
}
