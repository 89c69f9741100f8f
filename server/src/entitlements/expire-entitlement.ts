import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { approves, elementsOfCheckouts } from '../delivery/elements-of-checkouts.ts'
import { enqueueCommands, type NewCommand } from '../delivery/enqueue-commands.ts'
import { holdDefaultServer } from '../delivery/hold-default-server.ts'
import type { CheckoutId, EntitlementId, GameServerId, StoreId } from '../ids.ts'
import './entitlement.ts'

type Grant = {
  checkout_id: CheckoutId
  line_no: number
  quantity: number
  server_ids: GameServerId[]
  expiry: string | null
  revoked: boolean
}

/**
 * Ends an entitlement whose time is over and queues what takes it away. Whether it is due is asked again here,
 * under its lock and by the database's clock: a purchase may just have extended it, another scheduler ended it.
 */
export async function expireEntitlement(
  db: Db,
  { storeId, id }: { storeId: StoreId; id: EntitlementId },
): Promise<boolean> {
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql<{ game_user_id: string; rebuy: string }>`
      select game_user_id, rebuy from entitlements
      where store_id = ${storeId} and id = ${id} and ended_at is null and until <= now()
      for update skip locked`.execute(tx)
    const entitlement = rows[0]
    if (!entitlement) return false

    const { rows: grants } = await sql<Grant>`
      select checkout_id, line_no, quantity, server_ids, expiry, revoked_at is not null as revoked from grants
      where store_id = ${storeId} and entitlement_id = ${id}
      order by granted_at desc, checkout_id desc, line_no desc`.execute(tx)
    await sql`
      update entitlements set ended_at = now(), ended_by = 'expiry'
      where store_id = ${storeId} and id = ${id}`.execute(tx)
    await enqueueCommands(
      tx,
      await expiriesOf(tx, { storeId, gameUserId: entitlement.game_user_id, rebuy: entitlement.rebuy, grants }),
    )
    return true
  })
}

/** One EXPIRE per product and server; units that stand on their own were each given, so each is taken. */
async function expiriesOf(
  tx: Tx,
  { storeId, gameUserId, rebuy, grants }: { storeId: StoreId; gameUserId: string; rebuy: string; grants: Grant[] },
): Promise<NewCommand[]> {
  const newest = grants.find((grant) => !grant.revoked)
  if (newest === undefined || newest.expiry === null) return []
  const { checkout_id: checkoutId, line_no: lineNo, expiry } = newest
  const servers = await serversOf(tx, { storeId, grants })
  const units = rebuy === 'extend' ? 1 : newest.quantity
  return servers.flatMap((serverId) =>
    Array.from({ length: units }, (_, i) => ({
      storeId,
      serverId,
      checkoutId,
      gameUserId,
      deliveryType: 'EXPIRE' as const,
      lineNos: [lineNo],
      products: `[${expiry}]`,
      unit: i + 1,
    })),
  )
}

/**
 * Every server that was given it: those of the purchases that counted to the end, the one that took over what was sold
 * before there was a server, and those where a refund left the goods because another purchase still granted them.
 */
async function serversOf(
  tx: Tx,
  { storeId, grants }: { storeId: StoreId; grants: Grant[] },
): Promise<(GameServerId | null)[]> {
  const servers = new Set<GameServerId | null>(grants.flatMap((grant) => (grant.revoked ? [] : grant.server_ids)))
  const unclear = grants.filter((grant) => grant.revoked || grant.server_ids.length === 0)
  if (unclear.length === 0) return [...servers]

  const defaultServer = await holdDefaultServer(tx, storeId)
  const elements = await elementsOfCheckouts(tx, { storeId, checkoutIds: unclear.map((grant) => grant.checkout_id) })
  for (const { checkout_id: checkoutId, line_no: lineNo, revoked } of unclear) {
    for (const element of elements) {
      if (approves(element, [{ checkoutId, lineNo }]) && (element.offered || !revoked))
        servers.add(element.serverId ?? defaultServer)
    }
  }
  return [...servers]
}
