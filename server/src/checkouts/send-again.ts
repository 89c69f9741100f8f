import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import type { DeliveryType } from '../delivery/delivery-command.ts'
import { elementContent } from '../delivery/element-content.ts'
import { enqueueCommands } from '../delivery/enqueue-commands.ts'
import { holdDefaultServer } from '../delivery/hold-default-server.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, CommandId, GameServerId, StoreId } from '../ids.ts'
import { delivered } from './checkout.ts'
import { frozenLines } from './frozen-lines.ts'

type Finished = {
  checkout_id: CheckoutId
  server_id: GameServerId | null
  game_user_id: string
  delivery_type: DeliveryType
  line_nos: number[]
  unit: number
  products: string
}

/**
 * An operator queues a finished command once more, as a new element: after a wipe, or when a game server reported
 * what it had not done. Only what is still owed is given, and nothing is taken that a newer purchase grants.
 */
export async function sendAgain(
  db: Db,
  { storeId, commandId }: { storeId: StoreId; commandId: CommandId },
): Promise<CommandId> {
  return inStore(db, storeId, async (tx) => {
    const command = await findFinished(tx, { storeId, commandId })
    const content =
      command.delivery_type === 'APPROVE'
        ? await stillOwed(tx, storeId, command)
        : await stillToTake(tx, storeId, command)
    const [id] = await enqueueCommands(tx, [
      {
        storeId,
        // Cancelled before the store had a server: where it would go today.
        serverId: command.server_id ?? (await holdDefaultServer(tx, storeId)),
        checkoutId: command.checkout_id,
        gameUserId: command.game_user_id,
        deliveryType: command.delivery_type,
        unit: command.unit,
        resendOf: commandId,
        ...content,
      },
    ])
    if (id === undefined) throw new Error('nothing was queued')
    return id
  })
}

async function findFinished(
  tx: Tx,
  { storeId, commandId }: { storeId: StoreId; commandId: CommandId },
): Promise<Finished> {
  const finished = await tx
    .selectFrom('delivery_ledger')
    .select(['checkout_id', 'server_id', 'game_user_id', 'delivery_type', 'line_nos', 'unit', 'products'])
    .where('store_id', '=', storeId)
    .where('id', '=', commandId)
    .executeTakeFirst()
  if (!finished) {
    const { rows } = await sql`
      select from pending_commands where store_id = ${storeId} and id = ${commandId}`.execute(tx)
    if (rows.length > 0) throw new AppError('still_pending', 'This command is still waiting; it needs no second one')
    throw new AppError('not_found', 'No such command in this store')
  }
  // Two operators take turns here, and so do an operator and a refund.
  await sql`
    select from checkouts where store_id = ${storeId} and id = ${finished.checkout_id} for no key update`.execute(tx)
  const { rows: waiting } = await sql`
    select from pending_commands where store_id = ${storeId} and checkout_id = ${finished.checkout_id} and resend_of = ${commandId}`.execute(
    tx,
  )
  if (waiting.length > 0)
    throw new AppError('still_pending', 'This command was sent again already and is still waiting')
  return finished
}

async function stillOwed(
  tx: Tx,
  storeId: StoreId,
  command: Finished,
): Promise<{ lineNos: number[]; products: string }> {
  const { rows: owed } = await sql<{ line_no: number }>`
    select g.line_no from grants g
    join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where g.store_id = ${storeId} and g.checkout_id = ${command.checkout_id} and g.line_no = any(${command.line_nos}::smallint[])
      and g.revoked_at is null and e.ended_at is null
    for share of e`.execute(tx)
  const lineNos = owed.map((row) => row.line_no).sort((a, b) => a - b)
  if (lineNos.length === 0) throw new AppError('nothing_owed', 'Everything in this command was refunded or has expired')
  const lines = await frozenLines(tx, { storeId, checkoutIds: [command.checkout_id] })
  const kept = lines.filter((line) => lineNos.includes(line.line_no))
  return { lineNos, products: elementContent(kept.map((line) => delivered(line, 'approve', line.currency))) }
}

async function stillToTake(
  tx: Tx,
  storeId: StoreId,
  command: Finished,
): Promise<{ lineNos: number[]; products: string }> {
  const { rows } = await sql`
    select from checkout_lines l
    join entitlements e on e.store_id = l.store_id and e.product_id = l.product_id
      and e.game_user_id = ${command.game_user_id} and e.ended_at is null and e.rebuy = 'extend'
    where l.store_id = ${storeId} and l.checkout_id = ${command.checkout_id} and l.line_no = any(${command.line_nos}::smallint[])`.execute(
    tx,
  )
  if (rows.length > 0)
    throw new AppError(
      'nothing_owed',
      'A newer purchase grants this again; taking it away would take what was paid for',
    )
  return { lineNos: command.line_nos, products: command.products }
}
