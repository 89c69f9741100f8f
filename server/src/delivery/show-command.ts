import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CommandId, StoreId } from '../ids.ts'
import { type CommandRow, readCommands } from './read-commands.ts'

export type Attempt = {
  attempt: number
  outcome: 'failed' | 'in_doubt'
  steps_done: number
  reason: string
  output: string | null
  reported_at: Date
}

/** One command, with what became of every attempt to deliver it. */
export async function showCommand(
  db: Db | Tx,
  { storeId, commandId }: { storeId: StoreId; commandId: CommandId },
): Promise<CommandRow & { history: Attempt[] }> {
  return inStore(db, storeId, async (tx) => {
    const [command] = await readCommands(tx, { storeId, ids: [commandId] })
    if (!command) throw new AppError('not_found', 'No such command in this store')
    const { rows: history } = await sql<Attempt>`
      select attempt, outcome, steps_done, reason, output, reported_at from delivery_attempts
      where store_id = ${storeId} and command_id = ${commandId} order by attempt`.execute(tx)
    return { ...command, history }
  })
}
