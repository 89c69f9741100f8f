import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { endLargeSales } from '../promotions/sales/end-large-sales.ts'
import type { Sealer } from '../seal.ts'
import { verifyIn } from '../verify/verify.ts'
import { admitOwner, type ImportingOwner, type LeftOut } from './admit-owner.ts'
import { announceStore } from './announce-store.ts'
import { type CopySession, openCopySession, readSchemaVersion, SEQUENCES } from './copy-session.ts'
import { MEMBERS_PATH, tablePath } from './export-store.ts'
import { insertLines, linkDefaultServer } from './insert-lines.ts'
import { type Manifest, refused } from './manifest.ts'
import { addMembers, parseMembers } from './members.ts'
import { continueSequences, readOffsets } from './position-sequences.ts'
import { type Archive, openArchive } from './read-archive.ts'
import { createRestriction } from './restrict-lines.ts'
import { openPassphrase, resealer, SEALED_COLUMNS } from './sealed-columns.ts'
import { readTenantTables, type TenantTable } from './tenant-tables.ts'

type Import = {
  /** A path, or a file descriptor. */
  file: string | number
  /** Encrypts the secrets in this database. */
  sealer: Sealer
  /** Asked for only if the archive has secrets. */
  readPassphrase: () => Promise<string>
  publicUrl: string
  /** An account that imports without the operator. The archive then gives it no right that the operator grants. */
  owner?: ImportingOwner
}

export type Imported = {
  manifest: Manifest
  storeId: StoreId
  name: string
  rows: number
  members: number
  invited: string[]
  leftOut: LeftOut
}

/** The operator gets everything, except sales that no store can have. */
const NOTHING = { members: 0, domains: [], hosts: [], themeVersions: 0 }

/** An owner who has more asks the operator, whose command has no limit. */
const MAX_OWNER_BYTES = 1024 * 1024 * 1024
const MAX_OWNER_ROWS = 2_000_000
const MAX_OWNER_MS = 10 * 60_000

/** Creates a store from an archive, with everything in it or not at all. Nothing is sent to players, webhooks or providers. */
export async function importStore(databaseUrl: string, { file, ...options }: Import): Promise<Imported> {
  const archive = await openArchive(file)
  const db = openCopySession(databaseUrl, archive.storeId, { isLimited: options.owner !== undefined })
  try {
    if (options.owner) requireSmall(archive)
    const schema = await readSchemaVersion(db)
    requireSameSchema(archive.manifest.schema, schema)
    return await db.transaction().execute((tx) => importInto(tx, archive, options))
  } finally {
    await db.destroy()
    archive.close()
  }
}

async function importInto(tx: CopySession, archive: Archive, options: Omit<Import, 'file'>): Promise<Imported> {
  const { storeId, manifest } = archive
  await requireNoStore(tx, storeId)
  const restriction = options.owner && createRestriction()
  const deadline = options.owner ? Date.now() + MAX_OWNER_MS : Infinity
  const tables = await readTenantTables(tx)
  requireKnownFiles(manifest, tables)
  const hasSecrets = Object.keys(SEALED_COLUMNS).some((name) => (manifest.files[tablePath(name)]?.rows ?? 0) > 0)
  const from = hasSecrets ? await openPassphrase(await options.readPassphrase(), storeId) : options.sealer
  const offsets = await readOffsets(tx)
  let rows = 0
  let storeLine = '{}'
  for (const table of tables) {
    const reseal = resealer(table.name, { storeId, from, to: options.sealer })
    const positionOffset = offsets[SEQUENCES[table.name] ?? ''] ?? 0n
    let inserted = 0
    for await (const read of archive.readLines(tablePath(table.name))) {
      if (Date.now() > deadline) throw tooLarge()
      const lines = restriction?.restrict(table.name, read) ?? read
      if (lines.length === 0) continue
      await insertLines(tx, { storeId, table, positionOffset, inserted, lines: reseal ? lines.map(reseal) : lines })
      if (table.name === 'stores') storeLine = lines[0] ?? '{}'
      inserted += lines.length
    }
    rows += inserted
  }
  await linkDefaultServer(tx, storeId, storeLine)
  await continueSequences(tx, storeId, offsets)
  const sales = await endLargeSales(tx as Tx, storeId)
  const members =
    options.owner && restriction
      ? await admit(tx, archive, { owner: options.owner, tables, hosts: restriction.hosts, sales })
      : { ...(await importMembers(tx, archive, options)), leftOut: { ...NOTHING, sales } }
  await requireSound(tx)
  await announceStore(tx, storeId)
  const { name } = JSON.parse(storeLine) as { name: string }
  return { manifest, storeId, name, rows, ...members }
}

async function admit(
  tx: CopySession,
  archive: Archive,
  { owner, ...more }: { owner: ImportingOwner } & Pick<Parameters<typeof admitOwner>[2], 'tables' | 'hosts' | 'sales'>,
) {
  let members = 0
  for await (const lines of archive.readLines(MEMBERS_PATH)) members += lines.length
  const leftOut = await admitOwner(tx, owner, { storeId: archive.storeId, members, ...more })
  return { members: 1, invited: [], leftOut }
}

/** The figures of the manifest are true, because reading fails otherwise. */
function requireSmall({ manifest }: Archive): void {
  const files = Object.values(manifest.files)
  const sumOf = (figure: 'bytes' | 'rows') => files.reduce((sum, file) => sum + file[figure], 0)
  if (sumOf('bytes') > MAX_OWNER_BYTES || sumOf('rows') > MAX_OWNER_ROWS) throw tooLarge()
}

function tooLarge(): AppError {
  return new AppError(
    'body_too_large',
    'The archive is too large to be imported here. Ask the operator to run `quartermaster store import`.',
  )
}

function requireSameSchema(archived: string, here: string): void {
  if (archived === here) return
  const isNewer = archived > here
  throw new AppError(
    'conflict',
    isNewer
      ? `The archive has the schema ${archived}, and this database has ${here}. Upgrade this installation first, then import again.`
      : `The archive has the older schema ${archived}, and this database has ${here}. Import it with the version of Quartermaster that wrote it, into an empty database, upgrade that installation, and export the store again.`,
  )
}

/** The scope of requests that belong to no store. */
const NO_STORE = '00000000-0000-0000-0000-000000000000'

/** Also not a store that has moved from here, whose requests are forwarded, and not the id of an account, which has a scope of its own. */
async function requireNoStore(tx: CopySession, storeId: StoreId): Promise<void> {
  const { rows } = await sql`
    select id from stores where id = ${storeId} union all select id from store_moves where id = ${storeId}
    union all select id from accounts where id = ${storeId}`.execute(tx)
  if (rows.length > 0 || storeId === NO_STORE)
    throw new AppError(
      'conflict',
      'This store exists here already. An archive is imported into an installation without it.',
    )
}

function requireKnownFiles(manifest: Manifest, tables: TenantTable[]): void {
  const known = new Set([MEMBERS_PATH, ...tables.map(({ name }) => tablePath(name))])
  const unknown = Object.keys(manifest.files).find((path) => !known.has(path))
  if (unknown !== undefined) throw refused(`The archive contains ${unknown.slice(0, 100)}, which is not a table`)
  const missing = [...known].find((path) => !Object.hasOwn(manifest.files, path))
  if (missing !== undefined) throw refused(`The archive has no ${missing}`)
  if (manifest.files[tablePath('stores')]?.rows !== 1) throw refused('The archive has not exactly one store')
}

async function importMembers(tx: CopySession, archive: Archive, { sealer, publicUrl }: Omit<Import, 'file'>) {
  const lines: string[] = []
  for await (const batch of archive.readLines(MEMBERS_PATH)) lines.push(...batch)
  const arrival = { storeId: archive.storeId, members: parseMembers(lines), sealer, publicUrl }
  return addMembers(tx as Tx, arrival)
}

/** The rows must follow the rules that `quartermaster verify` checks. Work that is late is done when a server runs. */
async function requireSound(tx: CopySession): Promise<void> {
  // The role for stores sees only this store, which was set when the connection was opened.
  await sql`set local role quartermaster_app`.execute(tx)
  const { lost, doubled, wrong, examples } = await verifyIn(tx as Tx)
  await sql`reset role`.execute(tx)
  if (lost + doubled + wrong === 0) return
  const reason = `lost ${lost}, doubled ${doubled}, wrong ${wrong}. ${examples.slice(0, 3).join('; ')}`
  throw refused(`The rows of the archive break the rules of a store: ${reason}`)
}
