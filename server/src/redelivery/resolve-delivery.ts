import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { moveToLedger } from '../delivery/ledger/move-to-ledger.ts'
import { AppError } from '../errors.ts'
import type { DeliveryId, GameServerId, StoreId } from '../ids.ts'
import { type OwedDelivery, stillDue } from './still-due.ts'

type Stuck = OwedDelivery & { server_id: GameServerId; commands_run: number }

/** `continue`: the uncertain command did run; continue after it. */
export type Resolution = 'delivered' | 'retry' | 'continue'

const BY_OWNER = 'settled by the owner'

/**
 * The owner decides about an element that is held or rests: it was delivered after all, or it is to be tried again, behind
 * the console commands that ran. Only what is still due is tried again.
 */
export async function resolveDelivery(
  db: Db | Tx,
  { storeId, deliveryId, resolution }: { storeId: StoreId; deliveryId: DeliveryId; resolution: Resolution },
): Promise<'processed' | 'pending'> {
  return inStore(db, storeId, async (tx) => {
    await holdPurchase(tx, { storeId, deliveryId })
    const command = await findStuck(tx, { storeId, deliveryId })
    const ran = command.commands_run + (resolution === 'continue' ? 1 : 0)
    const isOver = resolution === 'delivered' || (resolution === 'continue' && ran >= stepsOf(command))
    if (!isOver) await requireDue(tx, { storeId, command })
    // Entitlements come before elements, for everybody. What is stuck was offered, so nothing in it has changed meanwhile.
    const { server_id: serverId } = await findStuck(tx, { storeId, deliveryId }, sql`for update`)
    if (isOver) {
      await moveToLedger(tx, [{ storeId, serverId, deliveryId, receipt: BY_OWNER }], { locked: 'wait' })
      return 'processed'
    }
    await sql`
      update pending_deliveries
      set hold_reason = null, retry_at = null, commands_run = greatest(commands_run, ${ran}), enqueued_xid = pg_current_xact_id()
      where store_id = ${storeId} and id = ${deliveryId}`.execute(tx)
    return 'pending'
  })
}

async function requireDue(tx: Tx, { storeId, command }: { storeId: StoreId; command: Stuck }): Promise<void> {
  const { lineNos } = await stillDue(tx, { storeId, command })
  if (lineNos.length === command.line_nos.length) return
  throw new AppError(
    'no_longer_owned',
    'A part of this command was refunded or has expired; cancel it and give what is left by a new sale',
  )
}

function stepsOf({ products }: Stuck): number {
  return (JSON.parse(products) as { commands: string[] }[]).flatMap(({ commands }) => commands).length
}

/** The purchase first, as a refund does: it has taken its lines back before we look what is owed, or waits for us. */
async function holdPurchase(
  tx: Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<void> {
  await sql`
    select from checkouts c where c.store_id = ${storeId} and c.id = (
      select checkout_id from pending_deliveries where store_id = ${storeId} and id = ${deliveryId})
    for no key update`.execute(tx)
}

async function findStuck(
  tx: Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
  lock = sql``,
): Promise<Stuck> {
  const { rows } = await sql<Omit<Stuck, 'server_id'> & { server_id: GameServerId | null; stuck: boolean }>`
    select checkout_id, server_id, game_user_id, delivery_type, line_nos, products, commands_run,
      hold_reason is not null or retry_at is not null as stuck
    from pending_deliveries where store_id = ${storeId} and id = ${deliveryId} ${lock}`.execute(tx)
  const [command] = rows
  if (!command) throw new AppError('not_found', 'No such command waits in this store')
  const { server_id: serverId } = command
  // A delivery without a server was never dispatched, so it cannot be stuck.
  if (!command.stuck || serverId === null) {
    throw new AppError('still_pending', 'This command is not stuck: it waits for its game server')
  }
  return { ...command, server_id: serverId }
}
