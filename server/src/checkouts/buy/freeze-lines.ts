import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { CONDITION_COLUMNS } from '../../delivery/conditions.ts'
import { AppError } from '../../errors.ts'
import { requireServer } from '../../game-servers/require-server.ts'
import type { GameServerId, ProductId, StoreId } from '../../ids.ts'
import type { CheckoutLine } from '../checkout.ts'

const MOST_LINES = 50
const MOST_QUANTITY = 1_000

export type Item = { productId: ProductId; quantity: number }

/** Reads the catalogue once, for ever: later edits of a product do not reach a sale that was made before them. */
export async function freezeLines(
  tx: Tx,
  { storeId, items, serverId }: { storeId: StoreId; items: Item[]; serverId: GameServerId | null },
): Promise<CheckoutLine[]> {
  if (items.length === 0 || items.length > MOST_LINES) {
    throw new AppError('invalid_request', `A sale has 1 to ${MOST_LINES} products, not ${items.length}`)
  }
  const products = await tx
    .selectFrom('products')
    .select([
      'id',
      'name',
      'price_minor',
      'approve_commands',
      'refund_commands',
      'expire_commands',
      'duration_seconds',
      'rebuy',
      'delivers_to',
      'archived_at',
      ...CONDITION_COLUMNS,
      // In the same statement: read apart, an edit in between would pair the old rule with the new servers.
      sql<GameServerId[]>`array(
        select s.server_id from product_servers s
        where s.store_id = products.store_id and s.product_id = products.id order by s.server_id)`.as('choices'),
    ])
    .where('store_id', '=', storeId)
    .where(
      'id',
      'in',
      items.map((item) => item.productId),
    )
    .execute()
  const defaultId = await defaultServer(tx, storeId)
  const target = await targetOf(tx, { storeId, serverId, defaultId })
  if (serverId !== null && products.length > 0 && products.every((product) => product.delivers_to === 'named')) {
    throw new AppError('invalid_request', 'These products go to servers of their own; leave the server out')
  }

  return items.map(({ productId, quantity }, i) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) throw new AppError('not_found', 'No such product in this store')
    if (product.archived_at) throw new AppError('conflict', `"${product.name}" is archived and not sold any more`)
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_QUANTITY) {
      throw new AppError(
        'invalid_request',
        `The quantity of "${product.name}" must be a whole number from 1 to ${MOST_QUANTITY}`,
      )
    }
    const { id, delivers_to: deliversTo, archived_at: _archived, choices, ...frozen } = product
    if (deliversTo === 'buyer' && (serverId === null || (choices.length > 0 && !choices.includes(serverId)))) {
      throw new AppError(
        'invalid_request',
        `The buyer of "${product.name}" picks the server; name one that it is sold for`,
      )
    }
    return {
      ...frozen,
      line_no: i + 1,
      product_id: id,
      quantity,
      server_ids: deliversTo === 'named' ? choices : target,
      buyer_server_id: deliversTo === 'named' ? null : serverId,
      // Who names the default server has said nothing new.
      entitlement_per_server: deliversTo === 'buyer' || serverId !== defaultId,
      reserved: false,
    }
  })
}

/** The server that was asked for, else the store's default one, else none: then the sale waits for the first server. */
async function targetOf(
  tx: Tx,
  { storeId, serverId, defaultId }: { storeId: StoreId; serverId: GameServerId | null; defaultId: GameServerId | null },
): Promise<GameServerId[]> {
  if (serverId === null) return defaultId === null ? [] : [defaultId]
  await requireServer(tx, { storeId, serverId })
  return [serverId]
}

/** The checkout's foreign key holds the store by now, and making a first server waits for that: it sees this sale, or this sale sees it. */
async function defaultServer(tx: Tx, storeId: StoreId): Promise<GameServerId | null> {
  const store = await tx.selectFrom('stores').select('default_server_id').where('id', '=', storeId).executeTakeFirst()
  return store?.default_server_id ?? null
}
