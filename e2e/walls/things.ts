import { addressRanges } from '../../server/src/address-ranges.ts'
import { saveCategory } from '../../server/src/catalog/save-category.ts'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { banPlayer } from '../../server/src/checkouts/ban-player.ts'
import { sendAgain } from '../../server/src/checkouts/send-again.ts'
import { sell } from '../../server/src/checkouts/sell.ts'
import { inStore } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import { handOut } from '../../server/src/delivery/hand-out.ts'
import { markProcessed } from '../../server/src/delivery/mark-processed.ts'
import { noteFailures } from '../../server/src/delivery/note-failures.ts'
import { addEndpoint } from '../../server/src/events/add-endpoint.ts'
import {
  type CategoryId,
  type CheckoutId,
  type CommandId,
  type EndpointId,
  type EventId,
  type GameServerId,
  newId,
  type ParkedId,
  type ProductId,
  type RedeliveryId,
  type ServerKeyId,
} from '../../server/src/ids.ts'
import { startRedelivery } from '../../server/src/redeliveries/start-redelivery.ts'
import { createSealer, parseSealingKeys } from '../../server/src/seal.ts'
import { CELL, SECRET_KEYS } from './open-product.ts'
import { type Scene, word } from './scene.ts'

const sealer = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])

export type PlantedServer = { id: GameServerId; keyId: ServerKeyId; key: string }

export async function plantServer({ database, storeId, marker }: Scene): Promise<PlantedServer> {
  const name = word({ marker })
  return addGameServer(database.app, { storeId, name, game: null, profile: 'standard', cell: CELL })
}

export async function plantCategory({ database, storeId, marker }: Scene): Promise<CategoryId> {
  const name = word({ marker })
  return (await inStore(database.app, storeId, (tx) => saveCategory(tx, { storeId, name }))).id
}

export async function plantProduct(
  { database, storeId, marker }: Scene,
  serverIds: GameServerId[] = [],
  categoryId: CategoryId | null = null,
): Promise<ProductId> {
  const { id } = await saveProduct(database.app, {
    storeId,
    name: word({ marker }),
    price: '19.90',
    commands: { approve: ['addvip {userId}'], refund: ['removevip {userId}'], expire: ['removevip {userId}'] },
    durationSeconds: null,
    serverIds,
    buyerPicks: false,
    categoryId,
    stock: 1_000,
    mostPerPlayer: 100,
  })
  return id
}

export type PlantedSale = {
  checkoutId: CheckoutId
  commandId: CommandId
  productId: ProductId
  server: PlantedServer
  gameUserId: string
}

/** Paid, and waiting for a server of its own that nobody has called yet. */
export async function plantSale(scene: Scene): Promise<PlantedSale> {
  const { database, storeId } = scene
  const server = await plantServer(scene)
  const productId = await plantProduct(scene, [server.id])
  const gameUserId = word(scene)
  const items = [{ productId, quantity: 1 }]
  const sold = await sell(database.app, { storeId, gameUserId, items, serverId: null, reference: word(scene) })
  const [commandId] = sold.commandIds
  if (!commandId) throw new Error('the sale queued nothing')
  return { checkoutId: sold.checkoutId, commandId, productId, server, gameUserId }
}

/** A sale whose command was handed out. */
async function plantOffer(scene: Scene): Promise<PlantedSale> {
  const sale = await plantSale(scene)
  await handOut(scene.database.gateway, { storeId: scene.storeId, serverId: sale.server.id, profile: 'standard' })
  return sale
}

export async function plantProcessed(scene: Scene): Promise<PlantedSale> {
  const sale = await plantOffer(scene)
  const { commandId, server } = sale
  const receipt = word(scene)
  await markProcessed(scene.database.gateway, { storeId: scene.storeId, serverId: server.id, commandId, receipt })
  return sale
}

/** Delivered, and sent again just now. */
export async function plantResent(scene: Scene): Promise<PlantedSale> {
  const sale = await plantProcessed(scene)
  await inStore(scene.database.app, scene.storeId, (tx) => sendAgain(tx, { storeId: scene.storeId, commandId: sale.commandId }))
  return sale
}

export async function plantHeld(scene: Scene): Promise<PlantedSale> {
  const sale = await plantOffer(scene)
  const { commandId, server } = sale
  const failure = { commandId, attempt: 1, outcome: 'in_doubt', stepsDone: 0, output: null, mayRetry: false } as const
  const reason = word(scene)
  await noteFailures(scene.database.gateway, { storeId: scene.storeId, serverId: server.id }, [{ ...failure, reason }])
  return sale
}

export async function plantBan(scene: Scene): Promise<string> {
  const { database, storeId } = scene
  const gameUserId = word(scene)
  const reason = word(scene)
  await inStore(database.app, storeId, (tx) => banPlayer(tx, { storeId, gameUserId, reason, until: null, by: reason }))
  return gameUserId
}

/** Runs for a server of its own, so that it is in nobody's way. */
export async function plantRedelivery(scene: Scene): Promise<RedeliveryId> {
  const { database, storeId } = scene
  const { server } = await plantProcessed(scene)
  return inStore(database.app, storeId, (tx) =>
    startRedelivery(tx, { storeId, choice: { serverIds: [server.id] }, by: word(scene) }),
  )
}

/** Of twenty that a store may have, the oldest make room. */
export async function plantEndpoint({ database, query, storeId, marker }: Scene): Promise<EndpointId> {
  await query(
    `with old as (select id from webhook_endpoints where store_id = $1 order by id desc offset 10),
       attempts as (delete from webhook_attempts where store_id = $1 and endpoint_id in (select id from old)),
       gone as (delete from webhook_deliveries where store_id = $1 and endpoint_id in (select id from old))
     delete from webhook_endpoints where store_id = $1 and id in (select id from old)`,
    [storeId],
  )
  const url = `https://hook.invalid/${word({ marker })}`
  const endpoint = { storeId, url, eventTypes: [], sealer, allowed: addressRanges([]) }
  return (await addEndpoint(database.app, endpoint)).id
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
     values ($1, $2, $3, 1, now() + interval '1 day') on conflict do nothing`,
    key,
  )
  await query(
    `insert into webhook_attempts (store_id, event_id, endpoint_id, sent_at, status, ms) values ($1, $2, $3, now(), 500, 1)`,
    key,
  )
  return { endpointId, eventId: event.id }
}

export async function plantParked(scene: Scene): Promise<ParkedId> {
  const id = newId<ParkedId>()
  await scene.query(
    `insert into parked_payments (store_id, id, provider, reason, subject, facts)
     values ($1, $2, 'sandbox', 'other_amount', $3, '{}')`,
    [scene.storeId, id, word(scene)],
  )
  return id
}

/** Play money; one for all purposes, because a store has it once. */
export async function plantProvider({ query, storeId }: Scene): Promise<void> {
  await query(
    `insert into payment_accounts (store_id, provider, key_id, sealed) values ($1, 'sandbox', 't1', '\\x00') on conflict do nothing`,
    [storeId],
  )
}

export async function removeProvider({ query, storeId }: Scene): Promise<void> {
  await query("delete from payment_accounts where store_id = $1 and provider = 'sandbox'", [storeId])
}

/** A purchase with everything that can hang on one: delivered, paid somewhere, refunded in vain, attempted, sent again. */
export async function plantRichSale(scene: Scene): Promise<PlantedSale> {
  const { query, storeId } = scene
  const earlier = await plantProcessed(scene)
  const sale = await plantProcessed(scene)
  const { checkoutId, commandId, server, gameUserId } = sale
  const page = word(scene)
  // He has bought here before.
  for (const table of ['checkouts', 'entitlements', 'delivery_ledger'])
    await query(`update ${table} set game_user_id = $3 where store_id = $1 and game_user_id = $2`, [storeId, earlier.gameUserId, gameUserId])
  await query(
    `insert into payments (store_id, checkout_id, provider, amount_minor, page_ref, payment_ref, expires_at, refunded_minor)
     values ($1, $2, 'stripe', 1990, $3, $3, now(), 0)`,
    [storeId, checkoutId, page],
  )
  await query(
    `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, finished_at)
     values ($1, gen_random_uuid(), $2, '{1}', 1990, 'failed', now())`,
    [storeId, checkoutId],
  )
  await query('insert into sandbox_payments (store_id, checkout_id, paid) values ($1, $2, true)', [storeId, checkoutId])
  await query(
    `insert into delivery_attempts (store_id, command_id, attempt, server_id, outcome, steps_done, reason)
     values ($1, $2, 1, $3, 'failed', 0, $4)`,
    [storeId, commandId, server.id, page],
  )
  return sale
}

/** Rows of the tables that nothing else here fills. */
export async function plantRecords(scene: Scene): Promise<void> {
  const { query, storeId } = scene
  const { server } = await plantRichSale(scene)
  const page = word(scene)
  await plantProvider(scene)
  await query("insert into payment_notices (store_id, provider, event_id, kind) values ($1, 'stripe', $2, 'paid')", [
    storeId,
    page,
  ])
  await query(
    `insert into server_key_addresses (store_id, key_id, address, since, last_seen_at) values ($1, $2, '203.0.113.7', now(), now())`,
    [storeId, server.keyId],
  )
  await query(
    `insert into audit_log (store_id, id, actor_kind, actor_id, actor_name, action) values ($1, gen_random_uuid(), 'member', gen_random_uuid(), $2, 'x')`,
    [storeId, page],
  )
  await query(
    `with item as (
       insert into redelivery_items (store_id, redelivery_id, entitlement_id, server_id, command_id)
       select r.store_id, r.id, e.id, $2, gen_random_uuid() from redeliveries r join entitlements e on e.store_id = r.store_id
       where r.store_id = $1 limit 1 returning *)
     insert into redelivery_counts (store_id, redelivery_id, product_id, server_id, outcome, items)
     select item.store_id, item.redelivery_id, e.product_id, item.server_id, 'sent', 1 from item
     join entitlements e on e.store_id = item.store_id and e.id = item.entitlement_id`,
    [storeId, server.id],
  )
}
