import type { Tx } from '../db/database.ts'
import { keysetPage } from '../db/keyset-page.ts'
import type { CommandId } from '../ids.ts'
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
  return { commands: await readCommands(tx, { storeId: filter.storeId, ids }), next }
}
