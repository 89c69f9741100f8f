import type { ColumnType, Generated } from 'kysely'
import type { CategoryId, GameServerId, ProductId, StoreId } from '../ids.ts'

/** What a second purchase does: run on from the first, or stand on its own. */
export const REBUY_RULES = ['extend', 'independent'] as const
export type Rebuy = (typeof REBUY_RULES)[number]

/** Where a product goes: the store's default server, each of the named ones, or the one that the buyer picks. */
type DeliversTo = 'default' | 'named' | 'buyer'

/** Console commands by stage. `{userId}` stays as it is: the game server fills it in. */
export type StageCommands = { approve: string[]; refund: string[]; expire: string[] }

declare module '../db/database.ts' {
  interface Tables {
    products: {
      store_id: StoreId
      id: ProductId
      name: string
      price_minor: number
      approve_commands: string[]
      refund_commands: string[]
      expire_commands: string[]
      duration_seconds: number | null
      rebuy: Rebuy
      delivers_to: DeliversTo
      /** What can still be sold; null: without end. */
      stock: ColumnType<number | null, number | null | undefined>
      max_per_player: ColumnType<number | null, number | null | undefined>
      requires_online: Generated<boolean>
      delay_seconds: Generated<number>
      free_slots: Generated<number>
      repeatable: Generated<boolean>
      category_id: ColumnType<CategoryId | null, CategoryId | null | undefined>
      /** Not sold any more; what was sold goes on. */
      archived_at: ColumnType<Date | null, undefined>
      /** Counts the owner's edits; what a sale takes from the stock is none. */
      version: Generated<number>
      created_at: Generated<Date>
      updated_at: ColumnType<Date, Date | undefined>
    }
    categories: {
      store_id: StoreId
      id: CategoryId
      name: string
      position: number
      version: Generated<number>
      created_at: Generated<Date>
      updated_at: ColumnType<Date, Date | undefined>
    }
    product_servers: { store_id: StoreId; product_id: ProductId; server_id: GameServerId }
  }
}
