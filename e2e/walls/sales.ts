import { sell } from '../../server/src/checkouts/buy/sell.ts'
import { resendDelivery } from '../../server/src/redelivery/resend-delivery.ts'
import { inStore } from '../../server/src/db/database.ts'
import { createDeliveryQueue } from '../../server/src/delivery/queue/delivery-queue.ts'
import { markProcessed } from '../../server/src/delivery/ledger/mark-processed.ts'
import { recordFailures } from '../../server/src/delivery/ledger/record-failures.ts'
import {
  type CheckoutId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  formatId,
  newId,
  type ProductId,
  type RedeliveryId,
} from '../../server/src/ids.ts'
import { startRedelivery } from '../../server/src/redelivery/start-redelivery.ts'
import { type Scene, word } from './scene.ts'
import { type PlantedServer, plantEndpoint, plantProduct, plantProvider, plantServer } from './things.ts'

export type PlantedSale = {
  checkoutId: CheckoutId
  deliveryId: DeliveryId
  productId: ProductId
  server: PlantedServer
  gameUserId: string
  reference: string
}

/** Paid, and waiting for a server of its own that nobody has called yet. */
export async function plantSale(scene: Scene): Promise<PlantedSale> {
  const { database, storeId } = scene
  const server = await plantServer(scene)
  const productId = await plantProduct(scene, [server.id])
  const gameUserId = word(scene)
  const items = [{ productId, quantity: 1 }]
  const reference = word(scene)
  const sold = await sell(database.app, { storeId, gameUserId, items, serverId: null, reference })
  const [deliveryId] = sold.deliveryIds
  if (!deliveryId) throw new Error('the sale queued nothing')
  return { checkoutId: sold.checkoutId, deliveryId, productId, server, gameUserId, reference }
}

/** A sale whose command was handed out. */
async function plantOffer(scene: Scene): Promise<PlantedSale> {
  const sale = await plantSale(scene)
  await createDeliveryQueue(scene.database.gateway).dispatch({
    storeId: scene.storeId,
    serverId: sale.server.id,
    profile: 'standard',
  })
  return sale
}

export async function plantProcessed(scene: Scene): Promise<PlantedSale> {
  const sale = await plantOffer(scene)
  const { deliveryId, server } = sale
  const receipt = word(scene)
  await markProcessed(scene.database.gateway, { storeId: scene.storeId, serverId: server.id, deliveryId, receipt })
  return sale
}

/** Delivered, and sent again just now. */
export async function plantResent(scene: Scene): Promise<PlantedSale> {
  const sale = await plantProcessed(scene)
  await inStore(scene.database.app, scene.storeId, (tx) =>
    resendDelivery(tx, { storeId: scene.storeId, deliveryId: sale.deliveryId }),
  )
  return sale
}

export async function plantHeld(scene: Scene): Promise<PlantedSale> {
  const sale = await plantOffer(scene)
  const { deliveryId, server } = sale
  const failure = {
    deliveryId,
    attempt: 1,
    outcome: 'uncertain',
    commandsRun: 0,
    output: null,
    mayRetry: false,
  } as const
  const reason = word(scene)
  await recordFailures(scene.database.gateway, { storeId: scene.storeId, serverId: server.id }, [
    { ...failure, reason },
  ])
  return sale
}

/** Runs for a server of its own, so that it is in nobody's way. */
export async function plantRedelivery(scene: Scene): Promise<RedeliveryId> {
  const { database, storeId } = scene
  const { server, productId } = await plantProcessed(scene)
  const id = await inStore(database.app, storeId, (tx) =>
    startRedelivery(tx, { storeId, choice: { serverIds: [server.id] }, by: word(scene) }),
  )
  await scene.query(
    `insert into redelivery_counts (store_id, redelivery_id, product_id, server_id, outcome, items) values ($1, $2, $3, $4, 'sent', 1)`,
    [storeId, id, productId, server.id],
  )
  await scene.query(
    `insert into redelivery_items (store_id, redelivery_id, entitlement_id, server_id, delivery_id)
     select store_id, $2, id, $3, gen_random_uuid() from entitlements where store_id = $1 and product_id = $4`,
    [storeId, id, server.id, productId],
  )
  return id
}

/** An event that was sent to an endpoint and not taken. */
export async function plantSent(scene: Scene): Promise<{ endpointId: EndpointId; eventId: EventId }> {
  const { query, storeId } = scene
  const endpointId = await plantEndpoint(scene)
  await plantSale(scene)
  const [event] = await query<{ id: EventId }>('select id from events where store_id = $1 order by id desc limit 1', [
    storeId,
  ])
  if (!event) throw new Error('a sale was not told of')
  const key = [storeId, event.id, endpointId]
  await query(
    `insert into webhook_deliveries (store_id, event_id, endpoint_id, attempts, next_at)
     values ($1, $2, $3, 1, now() + interval '1 day') on conflict (store_id, event_id, endpoint_id) do update set attempts = 1, next_at = excluded.next_at`,
    key,
  )
  await query(
    `insert into webhook_attempts (store_id, event_id, endpoint_id, sent_at, status, ms) values ($1, $2, $3, now(), 500, 1)`,
    key,
  )
  await query("update webhook_endpoints set paused_until = now() + interval '1 day' where store_id = $1 and id = $2", [
    storeId,
    endpointId,
  ])
  return { endpointId, eventId: event.id }
}

/** A purchase with everything that can hang on one: delivered, paid somewhere, refunded in vain, attempted, sent again. */
export async function plantRichSale(scene: Scene): Promise<PlantedSale> {
  const { query, storeId } = scene
  const earlier = await plantProcessed(scene)
  const sale = await plantProcessed(scene)
  const { checkoutId, deliveryId, server, gameUserId } = sale
  const page = word(scene)
  // He has bought here before.
  for (const table of ['checkouts', 'entitlements', 'delivery_ledger'])
    await rename(scene, table, earlier.gameUserId, gameUserId)
  await query(
    `insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, payment_ref, expires_at, reconcile_at, refunded_minor)
     values ($1, $2, 'stripe', 1990, $3, $3, now(), now() + interval '1 day', 0)`,
    [storeId, checkoutId, page],
  )
  await query(
    `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, finished_at)
     values ($1, gen_random_uuid(), $2, '{1}', 1990, 'failed', now())`,
    [storeId, checkoutId],
  )
  await query(
    "insert into sandbox_payments (store_id, checkout_id, paid, next_callback_at) values ($1, $2, true, now() + interval '1 day')",
    [storeId, checkoutId],
  )
  await query(
    `insert into delivery_attempts (store_id, delivery_id, attempt, server_id, outcome, commands_run, reason)
     values ($1, $2, 1, $3, 'failed', 0, $4)`,
    [storeId, deliveryId, server.id, page],
  )
  return sale
}

/** Paid with play money, so that it can be given back. */
export async function plantPaid(scene: Scene): Promise<CheckoutId> {
  const { query, storeId } = scene
  const { checkoutId } = await plantProcessed(scene)
  await plantProvider(scene)
  await query(
    `insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, payment_ref, expires_at, refunded_minor)
     values ($1, $2, 'sandbox', 1990, $3, $3, now(), 0)`,
    [storeId, checkoutId, formatId('chk', checkoutId)],
  )
  await query(
    "insert into sandbox_payments (store_id, checkout_id, paid, next_callback_at) values ($1, $2, true, now() + interval '1 day')",
    [storeId, checkoutId],
  )
  return checkoutId
}

/** Somebody of whom the store knows all that it can: purchases, what waits, a ban that was lifted, a redelivery, the log. */
export async function plantPlayer(scene: Scene): Promise<string> {
  const { query, storeId } = scene
  const { gameUserId, server } = await plantRichSale(scene)
  const waiting = await plantSale(scene)
  for (const table of ['checkouts', 'entitlements', 'pending_deliveries'])
    await rename(scene, table, waiting.gameUserId, gameUserId)
  await query(
    `insert into player_bans (store_id, game_user_id, reason, created_by, lifted_at) values ($1, $2, $3, 'Ada', now())`,
    [storeId, gameUserId, word(scene)],
  )
  await query(
    `insert into redeliveries (store_id, id, server_ids, game_user_ids, wiped_at, state, entitlements, players, created_by, finished_at)
     values ($1, gen_random_uuid(), array[$2::uuid], array[$3], now(), 'done', 0, 0, $4, now())`,
    [storeId, server.id, gameUserId, word(scene)],
  )
  await query(
    `insert into audit_log (store_id, id, actor_kind, actor_id, actor_name, action, subject)
     values ($1, gen_random_uuid(), 'member', gen_random_uuid(), $3, 'banPlayer', $2)`,
    [storeId, gameUserId, word(scene)],
  )
  return gameUserId
}

/** Can still be paid. */
export async function plantOpen({ query, storeId }: Scene, gameUserId: string): Promise<void> {
  await query(
    "insert into checkouts (store_id, id, game_user_id, currency, state) values ($1, $2, $3, 'BRL', 'open')",
    [storeId, newId<CheckoutId>(), gameUserId],
  )
}

/** Paid, and to be given back by a provider that was away. */
export async function plantUnpaidRefund(scene: Scene): Promise<CheckoutId> {
  const checkoutId = await plantPaid(scene)
  await scene.query(
    `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, retry_at)
     values ($1, gen_random_uuid(), $2, '{1}', 1990, 'requested', now() - interval '1 minute')`,
    [scene.storeId, checkoutId],
  )
  return checkoutId
}

/** Money of his is on its way back. */
export async function plantRefunding({ query, storeId }: Scene, gameUserId: string): Promise<void> {
  await query(
    `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, retry_at)
     select p.store_id, gen_random_uuid(), p.checkout_id, '{1}', 1990, 'requested', now() + interval '1 day'
     from payments p join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
     where p.store_id = $1 and c.game_user_id = $2`,
    [storeId, gameUserId],
  )
}

async function rename({ query, storeId }: Scene, table: string, from: string, to: string): Promise<void> {
  await query(`update ${table} set game_user_id = $3 where store_id = $1 and game_user_id = $2`, [storeId, from, to])
}

/** Rows of the tables that nothing else here fills. */
export async function plantRecords(scene: Scene): Promise<void> {
  const { query, storeId } = scene
  const { server, gameUserId } = await plantRichSale(scene)
  const page = word(scene)
  await plantProvider(scene)
  await query("insert into player_bans (store_id, game_user_id, reason, created_by) values ($1, $2, $3, 'Ada')", [
    storeId,
    gameUserId,
    page,
  ])
  await query("insert into payment_callbacks (store_id, provider, event_id, kind) values ($1, 'stripe', $2, 'paid')", [
    storeId,
    page,
  ])
  await query(
    `insert into server_key_addresses (store_id, key_id, address, in_use_since, last_seen_at) values ($1, $2, '203.0.113.7', now(), now())`,
    [storeId, server.keyId],
  )
  await query(
    `insert into audit_log (store_id, id, actor_kind, actor_id, actor_name, action) values ($1, gen_random_uuid(), 'member', gen_random_uuid(), $2, 'x')`,
    [storeId, page],
  )
  await query(
    `with item as (
       insert into redelivery_items (store_id, redelivery_id, entitlement_id, server_id, delivery_id)
       select r.store_id, r.id, e.id, $2, gen_random_uuid() from redeliveries r join entitlements e on e.store_id = r.store_id
       where r.store_id = $1 limit 1 returning *)
     insert into redelivery_counts (store_id, redelivery_id, product_id, server_id, outcome, items)
     select item.store_id, item.redelivery_id, e.product_id, item.server_id, 'sent', 1 from item
     join entitlements e on e.store_id = item.store_id and e.id = item.entitlement_id`,
    [storeId, server.id],
  )
}
