import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deliveryContent } from '../delivery/delivery-content.ts'
import { fillLineCommands, type FrozenFields } from '../checkouts/checkout.ts'
import { type DeliveryConditions, conditionsOf } from '../delivery/conditions.ts'
import {
  type CheckoutId,
  type DeliveryId,
  type EntitlementId,
  type GameServerId,
  newId,
  type ProductId,
  type RedeliveryId,
  type StoreId,
} from '../ids.ts'
import type { RedeliveryCount, RedeliveryOutcome } from './redelivery.ts'
import { selectOutcomes } from './select-outcomes.ts'

type Batch = { storeId: StoreId; redeliveryId: RedeliveryId; ids: EntitlementId[] }

/** Enqueues the entitlements that players still own, and counts the outcomes of all. The caller has locked them. */
export async function enqueueRedelivery(tx: Tx, batch: Batch): Promise<void> {
  if (batch.ids.length === 0) return
  const items = await readItems(tx, batch)
  await enqueue(tx, batch, items.filter((item) => item.outcome === 'sent').map(toDelivery))
  await addCounts(tx, batch, items)
}

type Item = {
  entitlementId: EntitlementId
  productId: ProductId
  serverId: GameServerId
  outcome: RedeliveryOutcome
  /** The sold line that is delivered again. Null if nothing is sent. */
  line: (SoldLine & DeliveryConditions) | null
}

type SoldLine = {
  checkoutId: CheckoutId
  lineNo: number
  resendOf: DeliveryId
  gameUserId: string
  currency: string
  name: string
  priceMinor: number
  quantity: number
  approve_commands: string[]
  fields: FrozenFields | null
}

async function readItems(tx: Tx, { storeId, redeliveryId, ids }: Batch): Promise<Item[]> {
  const redelivery = sql`
    select product_ids, server_ids, game_user_ids, purchased_from, purchased_until, wiped_at, created_at from redeliveries
    where store_id = ${storeId} and id = ${redeliveryId}`
  const { rows } = await sql<Item>`
    ${selectOutcomes({ storeId, redelivery, condition: sql`e.id = any(${ids}::uuid[])` })}
    select o.entitlement_id as "entitlementId", o.product_id as "productId", o.server_id as "serverId", o.outcome,
      case o.outcome when 'sent' then json_build_object(
        'checkoutId', o.checkout_id, 'lineNo', o.line_no, 'resendOf', o.delivery_id, 'gameUserId', o.game_user_id,
        'currency', c.currency, 'name', l.name || coalesce(' (' || l.variant_name || ')', ''), 'priceMinor', l.price_minor, 'approve_commands', l.approve_commands, 'fields', l.fields,
        -- A product with rebuy "extend" is owned once, whatever the quantity.
        'quantity', case l.rebuy when 'extend' then 1 else l.quantity end,
        'requires_online', l.requires_online, 'delay_seconds', l.delay_seconds, 'free_slots', l.free_slots,
        'repeatable', l.repeatable) end as line
    from outcomes o
    left join checkout_lines l on l.store_id = ${storeId} and l.checkout_id = o.checkout_id and l.line_no = o.line_no
    left join checkouts c on c.store_id = ${storeId} and c.id = o.checkout_id
    order by o.entitlement_id, o.server_id`.execute(tx)
  return rows
}

type Resend = Pick<SoldLine, 'checkoutId' | 'lineNo' | 'resendOf' | 'gameUserId'> &
  DeliveryConditions & { id: DeliveryId; entitlementId: EntitlementId; serverId: GameServerId; products: string }

function toDelivery({ entitlementId, productId, serverId, line }: Item): Resend {
  if (line === null) throw new Error(`entitlement ${entitlementId} has no line to deliver`)
  const { checkoutId, lineNo, resendOf, gameUserId } = line
  return {
    id: newId<DeliveryId>(),
    entitlementId,
    serverId,
    checkoutId,
    lineNo,
    resendOf,
    gameUserId,
    products: deliveryContent([
      { ...line, productId, commands: fillLineCommands(line.approve_commands, line.fields, serverId) },
    ]),
    ...conditionsOf([line], { gives: true }),
  }
}

/** One statement for all deliveries. It assigns the positions in the queue in the order of the list. */
async function enqueue(tx: Tx, { storeId, redeliveryId }: Batch, deliveries: Resend[]): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    with resends as materialized (
      select * from rows from (json_to_recordset(${JSON.stringify(deliveries)}::json) as (
        id uuid, "entitlementId" uuid, "serverId" uuid, "checkoutId" uuid, "lineNo" smallint, "resendOf" uuid,
        "gameUserId" text, products text, requires_online boolean, delay_seconds integer, free_slots integer,
        repeatable boolean)) with ordinality as a (id, entitlement_id, server_id, checkout_id, line_no, resend_of,
        game_user_id, products, requires_online, delay_seconds, free_slots, repeatable, place)),
    queued as (
      insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products,
        requires_online, delay_seconds, free_slots, repeatable, resend_of)
      select ${storeId}, id, server_id, checkout_id, game_user_id, 'APPROVE', array[line_no], products,
        requires_online, delay_seconds, free_slots, repeatable, resend_of
      from resends order by place)
    insert into redelivery_items (store_id, redelivery_id, entitlement_id, server_id, delivery_id)
    select ${storeId}, ${redeliveryId}, entitlement_id, server_id, id from resends`.execute(tx)
}

async function addCounts(tx: Tx, { storeId, redeliveryId }: Batch, items: Item[]): Promise<void> {
  const counts = new Map<string, RedeliveryCount>()
  for (const { productId, serverId, outcome } of items) {
    const key = `${productId} ${serverId} ${outcome}`
    counts.set(key, { productId, serverId, outcome, items: (counts.get(key)?.items ?? 0) + 1 })
  }
  if (counts.size === 0) return
  await sql`
    insert into redelivery_counts as c (store_id, redelivery_id, product_id, server_id, outcome, items)
    select ${storeId}, ${redeliveryId}, * from json_to_recordset(${JSON.stringify([...counts.values()])}::json) as new (
      "productId" uuid, "serverId" uuid, outcome text, items integer)
    on conflict (store_id, redelivery_id, product_id, server_id, outcome)
    do update set items = c.items + excluded.items`.execute(tx)
}
