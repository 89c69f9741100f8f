import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { DeliveryType } from '../delivery/delivery.ts'
import { type DeliveryConditions, conditionsOf } from '../delivery/conditions.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, GameServerId, StoreId } from '../ids.ts'
import { buildDelivery } from '../checkouts/checkout.ts'
import { readSoldLines } from '../checkouts/read/read-sold-lines.ts'

type Content = { lineNos: number[]; products: string; conditions: DeliveryConditions }

/** A delivery that staff want to run again. */
export type RepeatableDelivery = {
  checkout_id: CheckoutId
  server_id: GameServerId | null
  game_user_id: string
  delivery_type: DeliveryType
  line_nos: number[]
  products: string
}

/** The part of a delivery that may run again: lines that the player still owns, or a REFUND or EXPIRE that is still right. */
export async function readDueContent(
  tx: Tx,
  { storeId, delivery }: { storeId: StoreId; delivery: RepeatableDelivery },
): Promise<Content> {
  return delivery.delivery_type === 'APPROVE'
    ? readOwnedContent(tx, storeId, delivery)
    : readRevokedContent(tx, storeId, delivery)
}

async function readOwnedContent(tx: Tx, storeId: StoreId, delivery: RepeatableDelivery): Promise<Content> {
  const { rows: owned } = await sql<{ line_no: number }>`
    select g.line_no from grants g
    join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
    where g.store_id = ${storeId} and g.checkout_id = ${delivery.checkout_id} and g.line_no = any(${delivery.line_nos}::smallint[])
      and g.revoked_at is null and e.ended_at is null
    for share of e`.execute(tx)
  const lineNos = owned.map((row) => row.line_no)
  if (lineNos.length === 0)
    throw new AppError('no_longer_owned', 'Everything in this delivery was refunded or has expired')
  const lines = await readSoldLines(tx, { storeId, checkoutIds: [delivery.checkout_id] })
  return buildDelivery(
    lines.filter((line) => lineNos.includes(line.line_no)),
    { stage: 'approve', serverId: delivery.server_id },
  )
}

/** Throws if a newer purchase grants the product again. */
async function readRevokedContent(tx: Tx, storeId: StoreId, delivery: RepeatableDelivery): Promise<Content> {
  const { rows } = await sql`
    select from checkout_lines l
    join entitlements e on e.store_id = l.store_id and e.product_id = l.product_id
      and e.game_user_id = ${delivery.game_user_id} and e.ended_at is null and e.rebuy = 'extend'
    join grants g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
    join entitlements own on own.store_id = g.store_id and own.id = g.entitlement_id
    where l.store_id = ${storeId} and l.checkout_id = ${delivery.checkout_id} and l.line_no = any(${delivery.line_nos}::smallint[])
      -- An entitlement for another server of the buyer's choice, or with other values, is a different one.
      and (e.scope = own.scope or exists (
        select from grants h
        join checkout_lines o on o.store_id = h.store_id and o.checkout_id = h.checkout_id and o.line_no = h.line_no
        where h.store_id = e.store_id and h.entitlement_id = e.id and h.revoked_at is null
          and ${delivery.server_id}::uuid = any(h.server_ids)
          and o.fields->'values' is not distinct from l.fields->'values'))`.execute(tx)
  if (rows.length > 0)
    throw new AppError('no_longer_owned', 'A newer purchase grants this product again, so it must not be revoked')
  const lines = await readSoldLines(tx, { storeId, checkoutIds: [delivery.checkout_id] })
  const revoked = lines.filter((line) => delivery.line_nos.includes(line.line_no))
  const conditions = conditionsOf(revoked, { gives: false })
  return { lineNos: delivery.line_nos, products: delivery.products, conditions }
}
