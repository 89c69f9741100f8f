import { sql } from 'kysely'
import { insertCheckouts } from '../checkouts/buy/insert-checkouts.ts'
import type { Tx } from '../db/database.ts'
import type { CheckoutId, EntitlementId } from '../ids.ts'
import type { ImportSettings } from './import.ts'
import type { GrantedProduct } from './read-granted-products.ts'

/** One purchase at the other platform. */
export type NewGrant = {
  checkoutId: CheckoutId
  /** Of a new entitlement. A product that extends adds to the one that the player has. */
  entitlementId: EntitlementId
  product: GrantedProduct
  gameUserId: string
  since: Date
  grantedAt: Date
  seconds: number | null
  units: number
  /** What its APPROVE and its EXPIRE contain. Null if it has no EXPIRE. */
  approve: string
  expire: string | null
  /** As the source says it: remembered for the next import. */
  until: Date | null
  quantity: number
  key: string
}

/**
 * Each purchase is a paid checkout that cost nothing and is marked as imported. Its APPROVE is in the ledger from the
 * start, because the other platform has delivered it: so an expiry, a refund and a redelivery find it as they find
 * any other purchase, and no game server gets it again.
 */
export async function storeGrants(tx: Tx, { storeId, source }: ImportSettings, grants: NewGrant[]): Promise<void> {
  if (grants.length === 0) return
  const rows = sql`json_to_recordset(${JSON.stringify(grants.map(toRow))}::json) as i (
    "checkoutId" uuid, "entitlementId" uuid, "productId" uuid, currency text, "gameUserId" text, since timestamptz, "grantedAt" timestamptz,
    seconds bigint, units integer, until timestamptz, quantity integer, key text, "serverIds" uuid[], approve text, expire text)`
  await insertCheckouts(
    tx,
    storeId,
    grants.map(({ checkoutId: id, gameUserId, product: { currency }, since: paidAt }) => {
      return { id, gameUserId, currency, state: 'paid', paidAt, importedFrom: source }
    }),
  )
  await sql`
    insert into checkout_lines (store_id, checkout_id, line_no, product_id, name, price_minor, quantity, approve_commands,
      refund_commands, expire_commands, duration_seconds, rebuy, requires_online, delay_seconds, free_slots, repeatable, server_ids)
    select ${storeId}, i."checkoutId", 1, p.id, p.name, 0, i.units, p.approve_commands, p.refund_commands, p.expire_commands,
      case when i.until is not null then p.duration_seconds end, p.rebuy, p.requires_online, p.delay_seconds, p.free_slots,
      p.repeatable, i."serverIds"
    from ${rows} join products p on p.store_id = ${storeId} and p.id = i."productId"`.execute(tx)
  // In the order in which purchases lock entitlements.
  const { rows: held } = await sql<{ id: EntitlementId }>`
    insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
    select ${storeId}, i."entitlementId", p.id, i."gameUserId", p.rebuy, '00000000-0000-0000-0000-000000000000', '-infinity'
    from ${rows} join products p on p.store_id = ${storeId} and p.id = i."productId"
    order by p.id, i."gameUserId"
    on conflict (store_id, product_id, game_user_id, scope) where ended_at is null and rebuy = 'extend'
    do update set until = entitlements.until
    returning id`.execute(tx)
  const ids = held.map(({ id }) => id)
  await sql`
    insert into grants (store_id, checkout_id, line_no, entitlement_id, quantity, seconds, server_ids, expire_product,
      requires_online, repeatable, granted_at)
    select ${storeId}, i."checkoutId", 1, e.id, i.units, i.seconds, i."serverIds", i.expire, p.requires_online, p.repeatable,
      i."grantedAt"
    from ${rows}
    join products p on p.store_id = ${storeId} and p.id = i."productId"
    join entitlements e on e.store_id = ${storeId} and e.id = any(${ids}::uuid[])
      and e.product_id = i."productId" and e.game_user_id = i."gameUserId"`.execute(tx)
  await sql`
    update entitlements set until = entitled_until(store_id, id)
    where store_id = ${storeId} and id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit,
      products, created_at, state, finished_at, receipt)
    select ${storeId}, new_id(), server_id, 0, i."checkoutId", i."gameUserId", 'APPROVE', array[1], 1, i.approve, i.since,
      'processed', i.since, ${`Imported from ${source}, which had delivered it.`}
    from ${rows}
    cross join unnest(case when i."serverIds" = '{}' then array[null::uuid] else i."serverIds" end) as server_id`.execute(
    tx,
  )
  await sql`
    insert into imported_records (store_id, source, kind, source_id, target_id, until, quantity)
    select ${storeId}, ${source}, 'entitlement', i.key, e.id, coalesce(i.until, 'infinity'), i.quantity
    from ${rows}
    join entitlements e on e.store_id = ${storeId} and e.id = any(${ids}::uuid[])
      and e.product_id = i."productId" and e.game_user_id = i."gameUserId"
    on conflict (store_id, source, kind, source_id)
    do update set until = excluded.until, quantity = excluded.quantity, imported_at = now()`.execute(tx)
}

function toRow({ product, ...grant }: NewGrant) {
  return { ...grant, productId: product.id, currency: product.currency, serverIds: product.serverIds }
}
