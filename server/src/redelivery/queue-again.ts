import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deliveryContent } from '../delivery/delivery-content.ts'
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
import type { Count, Outcome } from './redelivery.ts'
import { verdicts } from './verdicts.ts'

type Asked = { storeId: StoreId; redeliveryId: RedeliveryId; ids: EntitlementId[] }

/** Decides about entitlements that the caller holds, queues what is owed, and notes what became of each. */
export async function queueAgain(tx: Tx, asked: Asked): Promise<void> {
  if (asked.ids.length === 0) return
  const found = await decide(tx, asked)
  await enqueue(tx, asked, found.filter((item) => item.outcome === 'sent').map(toCommand))
  await count(tx, asked, found)
}

type Item = {
  entitlementId: EntitlementId
  productId: ProductId
  serverId: GameServerId
  outcome: Outcome
  /** Of what is sent, the line that stands for it, as it was sold. */
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
  commands: string[]
}

async function decide(tx: Tx, { storeId, redeliveryId, ids }: Asked): Promise<Item[]> {
  const frame = sql`
    select product_ids, server_ids, game_user_ids, purchased_from, purchased_until, wiped_at, created_at from redeliveries
    where store_id = ${storeId} and id = ${redeliveryId}`
  const { rows } = await sql<Item>`
    ${verdicts({ storeId, frame, which: sql`e.id = any(${ids}::uuid[])` })}
    select v.entitlement_id as "entitlementId", v.product_id as "productId", v.server_id as "serverId", v.outcome,
      case v.outcome when 'sent' then json_build_object(
        'checkoutId', v.checkout_id, 'lineNo', v.line_no, 'resendOf', v.delivery_id, 'gameUserId', v.game_user_id,
        'currency', c.currency, 'name', l.name, 'priceMinor', l.price_minor, 'commands', l.approve_commands,
        -- Held once, however many were bought.
        'quantity', case l.rebuy when 'extend' then 1 else l.quantity end,
        'requires_online', l.requires_online, 'delay_seconds', l.delay_seconds, 'free_slots', l.free_slots,
        'repeatable', l.repeatable) end as line
    from verdict v
    left join checkout_lines l on l.store_id = ${storeId} and l.checkout_id = v.checkout_id and l.line_no = v.line_no
    left join checkouts c on c.store_id = ${storeId} and c.id = v.checkout_id
    order by v.entitlement_id, v.server_id`.execute(tx)
  return rows
}

type Again = Pick<SoldLine, 'checkoutId' | 'lineNo' | 'resendOf' | 'gameUserId'> &
  DeliveryConditions & { id: DeliveryId; entitlementId: EntitlementId; serverId: GameServerId; products: string }

function toCommand({ entitlementId, productId, serverId, line }: Item): Again {
  if (line === null) throw new Error(`nothing stands for the entitlement ${entitlementId}`)
  const { checkoutId, lineNo, resendOf, gameUserId } = line
  return {
    id: newId<DeliveryId>(),
    entitlementId,
    serverId,
    checkoutId,
    lineNo,
    resendOf,
    gameUserId,
    products: deliveryContent([{ ...line, productId }]),
    ...conditionsOf([line], { gives: true }),
  }
}

/** One statement for all of them, in their order: positions are drawn one after the other. */
async function enqueue(tx: Tx, { storeId, redeliveryId }: Asked, commands: Again[]): Promise<void> {
  if (commands.length === 0) return
  await sql`
    with again as materialized (
      select * from rows from (json_to_recordset(${JSON.stringify(commands)}::json) as (
        id uuid, "entitlementId" uuid, "serverId" uuid, "checkoutId" uuid, "lineNo" smallint, "resendOf" uuid,
        "gameUserId" text, products text, requires_online boolean, delay_seconds integer, free_slots integer,
        repeatable boolean)) with ordinality as a (id, entitlement_id, server_id, checkout_id, line_no, resend_of,
        game_user_id, products, requires_online, delay_seconds, free_slots, repeatable, place)),
    queued as (
      insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products,
        requires_online, delay_seconds, free_slots, repeatable, resend_of)
      select ${storeId}, id, server_id, checkout_id, game_user_id, 'APPROVE', array[line_no], products,
        requires_online, delay_seconds, free_slots, repeatable, resend_of
      from again order by place)
    insert into redelivery_items (store_id, redelivery_id, entitlement_id, server_id, delivery_id)
    select ${storeId}, ${redeliveryId}, entitlement_id, server_id, id from again`.execute(tx)
}

async function count(tx: Tx, { storeId, redeliveryId }: Asked, found: Item[]): Promise<void> {
  const counts = new Map<string, Count>()
  for (const { productId, serverId, outcome } of found) {
    const key = `${productId} ${serverId} ${outcome}`
    const items = (counts.get(key)?.items ?? 0) + 1
    counts.set(key, { productId, serverId, outcome, items })
  }
  if (counts.size === 0) return
  await sql`
    insert into redelivery_counts as c (store_id, redelivery_id, product_id, server_id, outcome, items)
    select ${storeId}, ${redeliveryId}, * from json_to_recordset(${JSON.stringify([...counts.values()])}::json) as new (
      "productId" uuid, "serverId" uuid, outcome text, items integer)
    on conflict (store_id, redelivery_id, product_id, server_id, outcome)
    do update set items = c.items + excluded.items`.execute(tx)
}
