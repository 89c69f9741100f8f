import type { Tx } from '../db/database.ts'
import { type CheckoutId, type CommandId, type GameServerId, newId, type StoreId } from '../ids.ts'
import type { DeliveryType } from './delivery-command.ts'
import type { Terms } from './terms.ts'

export type NewCommand = {
  storeId: StoreId
  /** Null: the store has no server yet; the first one takes it. */
  serverId: GameServerId | null
  checkoutId: CheckoutId
  gameUserId: string
  deliveryType: DeliveryType
  lineNos: number[]
  products: string
  terms: Terms
  unit?: number
  resendOf?: CommandId
}

/** Takes the transaction that sold, refunded or expired, so both happen or neither does. */
export async function enqueueCommands(tx: Tx, commands: NewCommand[]): Promise<CommandId[]> {
  if (commands.length === 0) return []
  const rows = commands.map((command) => ({
    store_id: command.storeId,
    id: newId<CommandId>(),
    server_id: command.serverId,
    checkout_id: command.checkoutId,
    game_user_id: command.gameUserId,
    delivery_type: command.deliveryType,
    line_nos: command.lineNos,
    products: command.products,
    ...command.terms,
    unit: command.unit ?? 1,
    resend_of: command.resendOf ?? null,
  }))
  await tx.insertInto('pending_commands').values(rows).execute()
  return rows.map((row) => row.id)
}
