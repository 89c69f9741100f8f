import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { DeliveryType } from '../delivery/delivery.ts'
import { type DeliveryConditions, conditionsOf } from '../delivery/conditions.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, GameServerId, StoreId } from '../ids.ts'
import { buildDelivery } from '../checkouts/checkout.ts'
import { readSoldLines } from '../checkouts/read/read-sold-lines.ts'

type Content = { lineNos: number[]; products: string; conditions: DeliveryConditions }

/** A command, as far as this needs it. */
export type OwedDelivery = {
  checkout_id: CheckoutId
  server_id: GameServerId | null
  game_user_id: string
  delivery_type: DeliveryType
  line_nos: number[]
  products: string
}

/** What of a command an operator may still have run: only what is owed is given, and nothing is taken that a newer purchase grants. */
export async function stillDue(
  tx: Tx,
  { storeId, command }: { storeId: StoreId; command: OwedDelivery },
): Promise<Content> {
  return command.delivery_type === 'APPROVE' ? stillOwed(tx, storeId, command) : stillToTake(tx, storeId, command)
}

async function stillOwed(tx: Tx, storeId: StoreId, command: OwedDelivery): Promise<Content> {
  const { rows: owed } = await sql<{ line_no: number }>`
    select g.line_no from grants g
    join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where g.store_id = ${storeId} and g.checkout_id = ${command.checkout_id} and g.line_no = any(${command.line_nos}::smallint[])
      and g.revoked_at is null and e.ended_at is null
    for share of e`.execute(tx)
  const lineNos = owed.map((row) => row.line_no)
  if (lineNos.length === 0)
    throw new AppError('no_longer_owned', 'Everything in this command was refunded or has expired')
  const lines = await readSoldLines(tx, { storeId, checkoutIds: [command.checkout_id] })
  return buildDelivery(
    lines.filter((line) => lineNos.includes(line.line_no)),
    'approve',
  )
}

async function stillToTake(tx: Tx, storeId: StoreId, command: OwedDelivery): Promise<Content> {
  const { rows } = await sql`
    select from checkout_lines l
    join entitlements e on e.store_id = l.store_id and e.product_id = l.product_id
      and e.game_user_id = ${command.game_user_id} and e.ended_at is null and e.rebuy = 'extend'
    join grants g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
    join entitlements own on own.store_id = g.store_id and own.id = g.entitlement_id
    where l.store_id = ${storeId} and l.checkout_id = ${command.checkout_id} and l.line_no = any(${command.line_nos}::smallint[])
      -- What a buyer picked for another server is another thing.
      and (e.scope = own.scope or exists (
        select from grants h where h.store_id = e.store_id and h.entitlement_id = e.id and h.revoked_at is null
          and ${command.server_id}::uuid = any(h.server_ids)))`.execute(tx)
  if (rows.length > 0)
    throw new AppError(
      'no_longer_owned',
      'A newer purchase grants this again; taking it away would take what was paid for',
    )
  const lines = await readSoldLines(tx, { storeId, checkoutIds: [command.checkout_id] })
  const kept = lines.filter((line) => command.line_nos.includes(line.line_no))
  return { lineNos: command.line_nos, products: command.products, conditions: conditionsOf(kept, { gives: false }) }
}
