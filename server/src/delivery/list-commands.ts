import { type Db, inStore, type Tx } from '../db/database.ts'
import type { CommandFilter } from './choose-commands.ts'
import type { CommandRow } from './read-commands.ts'
import { searchCommands } from './search-commands.ts'

/** The newest commands of a store that match, as many pages of it as that takes. */
export async function listCommands(db: Db | Tx, filter: CommandFilter & { most: number }): Promise<CommandRow[]> {
  return inStore(db, filter.storeId, async (tx) => {
    const found: CommandRow[] = []
    for (let after = filter.after; ;) {
      const { commands, next } = await searchCommands(tx, { ...filter, most: filter.most - found.length, after })
      found.push(...commands)
      if (next === null || found.length >= filter.most) return found
      after = next
    }
  })
}
