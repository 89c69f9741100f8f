import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import { formatId, type StoreId } from '../ids.ts'
import type { Sealer } from '../seal.ts'
import { type CopySession, literal, openCopySession, readLines, readSchemaVersion, SEQUENCES } from './copy-session.ts'
import { FORMAT, type Manifest } from './manifest.ts'
import { readMembers } from './members.ts'
import { openPassphrase, resealer, SEALED_COLUMNS } from './sealed-columns.ts'
import { quote, readTenantTables, type TenantTable } from './tenant-tables.ts'
import { type LineFile, writeArchive, writeNewFile } from './write-archive.ts'

type Export = {
  storeId: StoreId
  /** Opens the secrets in the database. */
  sealer: Sealer
  /** Encrypts the secrets in the archive. Asked for only if the store has secrets. */
  readPassphrase: () => Promise<string>
  /** Of this program. */
  version: string
  /** Whether statements and pauses of the reader end the export after a while, because others use the database too. */
  isLimited?: boolean
}

/** Writes everything that belongs to a store into one new file. */
export async function exportStore(
  databaseUrl: string,
  { file, ...options }: Export & { file: string },
): Promise<{ manifest: Manifest; bytes: number }> {
  const { written: manifest, bytes } = await writeNewFile(file, (open) => writeStore(databaseUrl, { ...options, open }))
  return { manifest, bytes }
}

/**
 * Writes everything that belongs to a store, as it was at one moment. The store stays open. `open` is called when the first bytes are
 * there. An output that is closed early ends the transaction and the connection.
 */
export async function writeStore(
  databaseUrl: string,
  { storeId, open, sealer, readPassphrase, version, isLimited = false }: Export & { open: () => Writable },
): Promise<Manifest> {
  const db = openCopySession(databaseUrl, storeId, { isLimited })
  try {
    const passphrase = (await hasSecrets(db, storeId)) ? await readPassphrase() : undefined
    const to = passphrase === undefined ? sealer : await openPassphrase(passphrase, storeId)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const store = await describeStore(tx, storeId)
        const schema = await readSchemaVersion(tx)
        const files = await listFiles(tx, { storeId, from: sealer, to })
        const createdAt = new Date().toISOString()
        const head = { format: FORMAT, version, schema, storeId: formatId('sto', storeId), store, createdAt }
        return writeArchive(open(), { files, describe: (written): Manifest => ({ ...head, files: written }) })
      })
  } finally {
    await db.destroy()
  }
}

/** Decrypting and encrypting this many lines takes a few milliseconds, in which the process serves nobody else. */
const SEALED_LINES = 200

async function listFiles(
  tx: CopySession,
  { storeId, from, to }: { storeId: StoreId; from: Sealer; to: Sealer },
): Promise<LineFile[]> {
  const positions = await readFirstPositions(tx, storeId)
  const fileOf = (table: TenantTable): LineFile => ({
    path: tablePath(table.name),
    async *lines() {
      const reseal = resealer(table.name, { storeId, from, to })
      const firstPosition = positions[SEQUENCES[table.name] ?? ''] ?? '1'
      for await (const lines of readLines(tx, { storeId, table, firstPosition })) {
        if (!reseal) yield lines
        else for (let i = 0; i < lines.length; i += SEALED_LINES) yield lines.slice(i, i + SEALED_LINES).map(reseal)
      }
    },
  })
  const members: LineFile = {
    path: MEMBERS_PATH,
    async *lines() {
      yield (await readMembers(tx, storeId)).map((member) => JSON.stringify(member))
    },
  }
  return [...(await readTenantTables(tx)).map(fileOf), members]
}

export const MEMBERS_PATH = 'members.jsonl'
export const tablePath = (table: string) => `tables/${table}.jsonl`

/** The lowest position of a store in each sequence. */
async function readFirstPositions(tx: CopySession, storeId: StoreId): Promise<Record<string, string>> {
  const { rows } = await sql<{ pending_deliveries: string | null; webhook_deliveries: string | null }>`
    select least((select min(position) from pending_deliveries where store_id = ${storeId}),
        (select min(position) from delivery_ledger where store_id = ${storeId}))::text as pending_deliveries,
      (select min(position) from webhook_deliveries where store_id = ${storeId})::text as webhook_deliveries`.execute(
    tx,
  )
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([sequence, first]) => [sequence, first ?? '1']))
}

async function describeStore(tx: CopySession, storeId: StoreId): Promise<Manifest['store']> {
  const { rows } = await sql<Manifest['store']>`
    select name, url, mode, currency from stores where id = ${storeId}`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'No such store. `quartermaster store list` shows the ids.')
  return rows[0]
}

async function hasSecrets(db: CopySession, storeId: StoreId): Promise<boolean> {
  const found = Object.entries(SEALED_COLUMNS).flatMap(([table, columns]) =>
    columns.map(
      ({ sealed }) =>
        `exists (select from ${quote(table)} where store_id = ${literal(storeId)} and ${quote(sealed)} is not null)`,
    ),
  )
  const { rows } = await sql.raw<{ found: boolean }>(`select ${found.join(' or ')} as found`).execute(db)
  return rows[0]?.found === true
}
