import { sql } from 'kysely'
import { requireRoomForStore } from '../access/create-owned-store.ts'
import { requireOpenAccount } from '../access/require-open-account.ts'
import { moveToStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, StoreId } from '../ids.ts'
import { requirePictureFile } from '../pictures/encode-picture.ts'
import { addDomain } from '../stores/hosts/add-domain.ts'
import { chooseLabel } from '../stores/hosts/choose-label.ts'
import { type HostSettings, requireOtherDomain, requireOtherHost } from '../stores/hosts/require-other-host.ts'
import { requireLabel } from '../stores/hosts/require-label.ts'
import { limitOfStore, quotaExceeded } from '../stores/limits.ts'
import { findProblems } from '../stores/themes/upload-theme.ts'
import { contentHash } from '../themes/assets.ts'
import { readArchive } from '../themes/archive/read-archive.ts'
import { THEME_LIMITS } from '../themes/archive/theme-limits.ts'
import { writeArchive } from '../themes/archive/write-archive.ts'
import type { ThemeRenderer } from '../themes/isolation/theme-renderer.ts'
import { requirePlausibleValues } from './plausible-values.ts'
import type { CopySession } from './copy-session.ts'
import { refused } from './manifest.ts'
import type { createRestriction } from './restrict-lines.ts'
import type { TenantTable } from './tenant-tables.ts'

/** An account that imports an archive without the operator. */
export type ImportingOwner = {
  accountId: AccountId
  hosts: HostSettings
  renderer: ThemeRenderer
  audit: (tx: Tx, imported: { storeId: StoreId } & LeftOut) => Promise<void>
}

/** What the store had, and does not have here. */
export type LeftOut = {
  members: number
  /** They have to be proved again. */
  domains: string[]
  /** Hosts that are taken, reserved, or too many. */
  hosts: string[]
  themeVersions: number
  /** Sales that take off more than a sale can. They have ended. */
  sales: string[]
}

type Admission = {
  storeId: StoreId
  tables: TenantTable[]
  hosts: ReturnType<typeof createRestriction>['hosts']
  members: number
  sales: string[]
}

/** Checks rows that no use case has checked, and makes the account the only member. `tx` has the rights of the owner of the tables. */
export async function admitOwner(
  tx: CopySession,
  owner: ImportingOwner,
  { storeId, tables, hosts, members, sales }: Admission,
): Promise<LeftOut> {
  await requirePlausibleValues(tx, { storeId, tables })
  await requireNoMovedNames(tx, storeId)
  await requirePictures(tx, storeId)
  const themeVersions = await dropThemes(tx, { storeId, renderer: owner.renderer })
  await sql`set local role quartermaster_app`.execute(tx)
  const appTx = tx as Tx
  await requireRoomForStore(appTx, owner.accountId)
  await requireOpenAccount(appTx, owner.accountId)
  await moveToStore(appTx, storeId)
  await requireWithinLimits(appTx, storeId)
  await appTx
    .insertInto('store_members')
    .values({ store_id: storeId, account_id: owner.accountId, role: 'owner' })
    .execute()
  const added = await addHosts(appTx, { storeId, hosts, settings: owner.hosts })
  const leftOut = { members, themeVersions, sales, ...added }
  await owner.audit(appTx, { storeId, ...leftOut })
  await sql`reset role`.execute(tx)
  return leftOut
}

/** A key of a store that has left this cell still leads its game servers to the store, and must not lead to another one. */
async function requireNoMovedNames(tx: CopySession, storeId: StoreId): Promise<void> {
  const { rows } = await sql`
    select from moved_names n where (n.kind = 'key' and n.name in (select encode(key_hash, 'hex') from server_keys where store_id = ${storeId}))
      or (n.kind = 'token' and n.name in (select encode(token_hash, 'hex') from api_tokens where store_id = ${storeId})) limit 1`.execute(
    tx,
  )
  if (rows.length > 0)
    throw new AppError(
      'conflict',
      'A key of the archive belongs to a store that has moved from here. Ask the operator.',
    )
}

/** Two formats in four widths, for twice as many pictures as a store can have. */
const MAX_PICTURE_FILES = 16_000

/** Files of pictures are sent to visitors as they are, because a picture is decoded and encoded again when it is added. */
async function requirePictures(tx: CopySession, storeId: StoreId): Promise<void> {
  const { rows } = await sql<{ hash: string; width: number; format: 'webp' | 'avif' }>`
    select hash, width, format from picture_files where store_id = ${storeId} limit ${MAX_PICTURE_FILES + 1}`.execute(
    tx,
  )
  if (rows.length > MAX_PICTURE_FILES) throw refused(`The archive has more than ${MAX_PICTURE_FILES} files of pictures`)
  for (const file of rows) {
    const { rows: found } = await sql<{ content: Buffer }>`
      select content from picture_files
      where store_id = ${storeId} and hash = ${file.hash} and width = ${file.width} and format = ${file.format}`.execute(
      tx,
    )
    await requirePictureFile({ ...file, content: found[0]?.content ?? Buffer.alloc(0) })
  }
}

/** More versions than a store keeps. */
const MAX_VERSIONS = 40

/** Removes versions of the theme that an upload would refuse. Without the published one, the store has its built-in theme. */
async function dropThemes(
  tx: CopySession,
  { storeId, renderer }: { storeId: StoreId; renderer: ThemeRenderer },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number from theme_versions where store_id = ${storeId} order by number limit ${MAX_VERSIONS + 1}`.execute(tx)
  if (rows.length > MAX_VERSIONS) throw refused(`The archive has more than ${MAX_VERSIONS} versions of the theme`)
  const dropped: number[] = []
  for (const { number } of rows) if (!(await isSound(tx, { storeId, number, renderer }))) dropped.push(number)
  await sql`
    update storefronts set theme_version = null where store_id = ${storeId} and theme_version = any (${dropped}::integer[])`.execute(
    tx,
  )
  await sql`delete from theme_files where store_id = ${storeId} and version = any (${dropped}::integer[])`.execute(tx)
  await sql`delete from theme_versions where store_id = ${storeId} and number = any (${dropped}::integer[])`.execute(tx)
  return dropped.length
}

async function isSound(
  tx: CopySession,
  { storeId, number, renderer }: { storeId: StoreId; number: number; renderer: ThemeRenderer },
): Promise<boolean> {
  const { rows: sizes } = await sql<{ files: number; bytes: number }>`
    select count(*)::integer as files, coalesce(sum(length(content)), 0)::float8 as bytes
    from theme_files where store_id = ${storeId} and version = ${number}`.execute(tx)
  const { files = 0, bytes = 0 } = sizes[0] ?? {}
  if (files > THEME_LIMITS.files || bytes > THEME_LIMITS.bytes) return false
  const { rows } = await sql<{ path: string; hash: string; content: Buffer }>`
    select path, hash, content from theme_files where store_id = ${storeId} and version = ${number}`.execute(tx)
  if (rows.some(({ hash, content }) => hash !== contentHash(content))) return false
  // An upload checks its archive too, so the files go the same way. An error says that it cannot be one.
  const theme = await writeArchive(new Map(rows.map(({ path, content }) => [path, content])))
    .then(readArchive)
    .catch(() => undefined)
  return theme !== undefined && (await findProblems(renderer, storeId, theme)).length === 0
}

type Counts = { servers: number; products: number; endpoints: number; tokens: number; pictures: number }

/** The limits of the plan, counted as the use cases count that add one more. */
async function requireWithinLimits(tx: Tx, storeId: StoreId): Promise<void> {
  const { rows } = await sql<Counts>`
    select (select count(*)::integer from game_servers where store_id = ${storeId}) as servers,
      (select count(*)::integer from products where store_id = ${storeId}) as products,
      (select count(*)::integer from webhook_endpoints where store_id = ${storeId}) as endpoints,
      (select count(*)::integer from api_tokens
        where store_id = ${storeId} and revoked_at is null and (expires_at is null or expires_at > now())) as tokens,
      (select count(*)::integer from pictures where store_id = ${storeId}) as pictures`.execute(tx)
  for (const [name, count] of Object.entries(rows[0] ?? {}) as [keyof Counts, number][]) {
    const maximum = await limitOfStore(tx, { storeId, name })
    if (count > maximum)
      throw quotaExceeded(`The archive has ${count} ${name}, and a store of this plan can have ${maximum}`)
  }
}

/** By the rules of new hosts. A host that breaks one is left out. */
async function addHosts(
  tx: Tx,
  { storeId, hosts, settings }: { storeId: StoreId; hosts: Admission['hosts']; settings: HostSettings },
): Promise<{ domains: string[]; hosts: string[] }> {
  const domains: string[] = []
  const refusedHosts: string[] = []
  for (const { host, kind } of hosts) {
    try {
      if (kind === 'domain') {
        requireOtherDomain(host, settings)
        domains.push((await addDomain(tx, { storeId, domain: host })).host)
      } else {
        if (settings.storefrontDomain === undefined)
          throw new AppError('not_configured', 'There is no domain for labels.')
        requireOtherHost(`${requireLabel(host)}.${settings.storefrontDomain}`, settings)
        await chooseLabel(tx, { storeId, label: host })
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusedHosts.push(host.slice(0, 253))
    }
  }
  return { domains, hosts: refusedHosts }
}
