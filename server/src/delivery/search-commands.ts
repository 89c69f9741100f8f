import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { keysetPage } from '../db/keyset-page.ts'
import type { CommandId, StoreId } from '../ids.ts'
import { requireText } from '../text.ts'
import { chooseCommands, type CommandFilter, matchCommand } from './choose-commands.ts'
import { type CommandRow, readCommands } from './read-commands.ts'

export type CommandPage = { commands: CommandRow[]; next: CommandId | null }

/**
 * The delivery commands of a store, waiting and finished ones together, newest first. A page may be short, or empty,
 * and still have a next one: see `keysetPage`.
 */
export async function searchCommands(
  tx: Tx,
  { most, ...filter }: CommandFilter & { most: number },
): Promise<CommandPage> {
  if (filter.gameUserId !== undefined) requireText('The player', filter.gameUserId, { most: 255 })
  const source = await chooseCommands(tx, filter)
  const { ids, next } = await keysetPage<CommandId>(tx, { source, keep: matchCommand(filter), most })
  const fitting = await thatFit(tx, { storeId: filter.storeId, ids })
  const commands = await readCommands(tx, { storeId: filter.storeId, ids: fitting })
  return { commands, next: fitting.length < ids.length ? (fitting.at(-1) ?? next) : next }
}

/** What a page reads at the most, and always one: what was sold may be large, and a thousand of it lie in a row. */
const MOST_BYTES = 4 * 1024 * 1024

async function thatFit(tx: Tx, { storeId, ids }: { storeId: StoreId; ids: CommandId[] }): Promise<CommandId[]> {
  if (ids.length < 2) return ids
  const { rows } = await sql<{ fit: number }>`
    select count(*) filter (where place = 1 or upto <= ${MOST_BYTES})::integer as fit from (
      select wanted.place, sum(found.bytes) over (order by wanted.place) as upto
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) cross join lateral (
        select octet_length(products) as bytes from pending_commands where store_id = ${storeId} and id = wanted.id
        union all
        select octet_length(products) + coalesce(octet_length(receipt), 0) from delivery_ledger where store_id = ${storeId} and id = wanted.id
        offset 0) found) counted`.execute(tx)
  return ids.slice(0, Math.max(rows[0]?.fit ?? 1, 1))
}
