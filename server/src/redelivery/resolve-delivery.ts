import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { moveToLedger } from '../delivery/ledger/move-to-ledger.ts'
import { AppError } from '../errors.ts'
import type { DeliveryId, GameServerId, StoreId } from '../ids.ts'
import { type RepeatableDelivery, readDueContent } from './read-due-content.ts'

type UnresolvedDelivery = RepeatableDelivery & { server_id: GameServerId; commands_run: number }

/** `continue`: the uncertain command did run; continue after it. */
export type Resolution = 'delivered' | 'retry' | 'continue'

const RECEIPT = 'resolved by staff'

/**
 * Staff decide about a held or retrying delivery: it was delivered, or it is retried after the commands that ran. It can
 * be retried only if all of it is still due. A finished delivery with a report that contradicts it can be marked as
 * checked, with `delivered`.
 */
export async function resolveDelivery(
  db: Db | Tx,
  { storeId, deliveryId, resolution }: { storeId: StoreId; deliveryId: DeliveryId; resolution: Resolution },
): Promise<'processed' | 'pending'> {
  return inStore(db, storeId, async (tx) => {
    if (resolution === 'delivered' && (await resolveLateReport(tx, { storeId, deliveryId }))) return 'processed'
    await lockCheckout(tx, { storeId, deliveryId })
    const delivery = await findUnresolved(tx, { storeId, deliveryId })
    const commandsRun = delivery.commands_run + (resolution === 'continue' ? 1 : 0)
    const isDelivered =
      resolution === 'delivered' || (resolution === 'continue' && commandsRun >= countCommands(delivery))
    if (!isDelivered) await requireDue(tx, { storeId, delivery })
    // Every transaction locks entitlements before deliveries. The content of a dispatched delivery does not change.
    const { server_id: serverId } = await findUnresolved(tx, { storeId, deliveryId }, sql`for update`)
    if (isDelivered) {
      await moveToLedger(tx, [{ storeId, serverId, deliveryId, receipt: RECEIPT }], { locked: 'wait', byStaff: true })
      return 'processed'
    }
    await sql`
      update pending_deliveries
      set hold_reason = null, retry_at = null, commands_run = greatest(commands_run, ${commandsRun}), enqueued_xid = pg_current_xact_id()
      where store_id = ${storeId} and id = ${deliveryId}`.execute(tx)
    return 'pending'
  })
}

async function resolveLateReport(
  tx: Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<boolean> {
  const { rows } = await sql`
    update delivery_ledger set late_report_resolved_at = now()
    where store_id = ${storeId} and id = ${deliveryId} and late_report_at is not null and late_report_resolved_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

async function requireDue(
  tx: Tx,
  { storeId, delivery }: { storeId: StoreId; delivery: UnresolvedDelivery },
): Promise<void> {
  const { lineNos } = await readDueContent(tx, { storeId, delivery })
  if (lineNos.length === delivery.line_nos.length) return
  throw new AppError(
    'no_longer_owned',
    'A part of this delivery was refunded or has expired. Cancel it and sell the rest again.',
  )
}

function countCommands({ products }: UnresolvedDelivery): number {
  return (JSON.parse(products) as { commands: string[] }[]).flatMap(({ commands }) => commands).length
}

/** A refund locks the checkout first too, so it has either finished or waits for us. */
async function lockCheckout(
  tx: Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<void> {
  await sql`
    select from checkouts c where c.store_id = ${storeId} and c.id = (
      select checkout_id from pending_deliveries where store_id = ${storeId} and id = ${deliveryId})
    for no key update`.execute(tx)
}

async function findUnresolved(
  tx: Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
  lock = sql``,
): Promise<UnresolvedDelivery> {
  const { rows } = await sql<
    Omit<UnresolvedDelivery, 'server_id'> & { server_id: GameServerId | null; unresolved: boolean }
  >`
    select checkout_id, server_id, game_user_id, delivery_type, line_nos, products, commands_run,
      hold_reason is not null or retry_at is not null as unresolved
    from pending_deliveries where store_id = ${storeId} and id = ${deliveryId} ${lock}`.execute(tx)
  const [delivery] = rows
  if (!delivery) throw new AppError('not_found', 'This store has no such pending delivery')
  const { server_id: serverId } = delivery
  // A delivery without a server was never dispatched, so it needs no decision.
  if (!delivery.unresolved || serverId === null) {
    throw new AppError('still_pending', 'This delivery is not held or retrying. It waits for its game server.')
  }
  return { ...delivery, server_id: serverId }
}
