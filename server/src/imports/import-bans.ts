import { sql } from 'kysely'
import { banPlayer } from '../bans/ban-player.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { attempt } from './attempt.ts'
import { type ImportedBan, type ImportedItem, importedItem, type ImportSettings } from './import.ts'

type Known = { gameUserId: string; reason: string; until: Date | null; isLifted: boolean }

/** Bans players who were never banned here. A ban that the owner changed or lifted stays so, unless the import overwrites. */
export async function importBans(tx: Tx, settings: ImportSettings, bans: ImportedBan[]): Promise<ImportedItem[]> {
  const known = await readKnown(tx, settings, bans)
  const items: ImportedItem[] = []
  for (const ban of bans) items.push(await importBan(tx, settings, { ban, current: known.get(ban.gameUserId) }))
  return items
}

async function importBan(
  tx: Tx,
  { storeId, overwrite, by }: ImportSettings,
  { ban, current }: { ban: ImportedBan; current: Known | undefined },
): Promise<ImportedItem> {
  const { gameUserId } = ban
  const isSame =
    current?.isLifted === false && current.reason === ban.reason && current.until?.getTime() === ban.until?.getTime()
  if (isSame) return importedItem({ outcome: 'unchanged', gameUserId })
  if (current && !overwrite)
    return importedItem({ outcome: 'kept', gameUserId, message: 'The ban of this player was changed or lifted here.' })
  const done = await attempt(tx, () => banPlayer(tx, { storeId, by, ...ban }))
  if (done instanceof AppError) return importedItem({ outcome: 'failed', gameUserId, message: done.message })
  return importedItem({ outcome: current ? 'changed' : 'created', gameUserId })
}

async function readKnown(tx: Tx, { storeId }: ImportSettings, bans: ImportedBan[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select game_user_id as "gameUserId", reason, until, lifted_at is not null as "isLifted" from player_bans
    where store_id = ${storeId} and game_user_id = any(${bans.map(({ gameUserId }) => gameUserId)}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.gameUserId, row]))
}
