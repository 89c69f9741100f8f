import { sql } from 'kysely'
import { createToken } from '../../server/src/access/tokens/create-token.ts'
import { TOKEN_SCOPES } from '../../server/src/access/permissions.ts'
import { sell } from '../../server/src/checkouts/buy/sell.ts'
import { type Db, inStore } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import { formatId, type ProductId, type StoreId } from '../../server/src/ids.ts'
import { connectPaymentProvider } from '../../server/src/payments/connections/connect-payment-provider.ts'
import type { Payments } from '../../server/src/payments/create-payments.ts'
import { sandboxCredentials } from '../../server/src/payments/sandbox/sandbox-credentials.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import { chooseLabel } from '../../server/src/stores/hosts/choose-label.ts'
import { savePage } from '../../server/src/stores/storefront/storefront-pages.ts'
import { updateStorefront } from '../../server/src/stores/storefront/update-storefront.ts'
import { addDrawings } from './add-drawings.ts'
import { CATEGORIES } from './catalog.ts'
import { fillCatalog } from './fill-catalog.ts'
import { PURCHASES, RULES, STOREFRONT } from './storefront.ts'

export type DevStore = { storeId: StoreId; key: string; token: string; product: string; delivery: string }

/** Creates the test store "Vale" with everything that its pages show. `base` is the address of the running server. */
export async function fillStore(payments: Payments, { cell, base }: { cell: string; base: string }): Promise<DevStore> {
  const { db, connections } = payments
  const { id: storeId } = await createStore(db, {
    name: 'Vale',
    url: 'vale.example',
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
    mode: 'test',
  })
  const { key } = await addGameServer(db, { storeId, name: 'Vale Survival', game: null, profile: 'standard', cell })
  const names = CATEGORIES.flatMap(({ products }) => products.map(({ drawing }) => drawing))
  const pictures = await addDrawings(db, { storeId, names })
  const products = await fillCatalog(db, { storeId, pictures })
  await inStore(db, storeId, async (tx) => {
    await updateStorefront(tx, { storeId, ...STOREFRONT, logo: pictures('mark'), banner: pictures('banner') })
    await savePage(tx, { storeId, ...RULES })
    await chooseLabel(tx, { storeId, label: 'vale' })
  })
  await connectPaymentProvider(payments, {
    storeId,
    provider: await connections.provider('sandbox'),
    credentials: sandboxCredentials(storeId),
  })
  await addPurchases(db, { storeId, products })
  await deliverAll({ base, key })
  const knight = products.get('knight') as ProductId
  const { deliveryIds } = await sellTo(db, { storeId, player: 'steve-42', productId: knight, variant: '30 days' })
  const { token } = await inStore(db, storeId, (tx) =>
    createToken(tx, { storeId, name: 'dev', scopes: [...TOKEN_SCOPES], expiresAt: null, by: null }),
  )
  const [delivery = ''] = deliveryIds.map((id) => formatId('cmd', id))
  return { storeId, key, token, product: formatId('prd', products.get('coins-1000') as ProductId), delivery }
}

async function addPurchases(db: Db, { storeId, products }: { storeId: StoreId; products: Map<string, ProductId> }) {
  for (const { player, product, variant, quantity, minutesAgo } of PURCHASES) {
    const productId = products.get(product) as ProductId
    const { checkoutId } = await sellTo(db, { storeId, player, productId, variant, quantity })
    await inStore(db, storeId, (tx) =>
      sql`update checkouts set paid_at = now() - make_interval(mins => ${minutesAgo})
        where store_id = ${storeId} and id = ${checkoutId}`.execute(tx),
    )
  }
}

type Sale = { storeId: StoreId; player: string; productId: ProductId; variant?: string | undefined; quantity?: number }

async function sellTo(db: Db, { storeId, player, productId, variant, quantity = 1 }: Sale) {
  const [found] = await inStore(db, storeId, (tx) =>
    tx
      .selectFrom('product_variants')
      .select('id')
      .where('store_id', '=', storeId)
      .where('product_id', '=', productId)
      .where('name', '=', variant ?? '')
      .execute(),
  )
  return sell(db, {
    storeId,
    gameUserId: player,
    items: [{ productId, quantity, ...(found && { variantId: found.id }) }],
    serverId: null,
    reference: null,
  })
}

/** Plays the game server for the purchases of the past. */
async function deliverAll({ base, key }: { base: string; key: string }): Promise<void> {
  const commands = `${base}/api/games/1.0/commands`
  const headers = { authorization: key, 'content-type': 'application/json' }
  const response = await fetch(`${commands}/pending-commands`, { headers })
  const { checkouts } = (await response.json()) as { checkouts: { id: string }[] }
  for (const { id } of checkouts) {
    const body = JSON.stringify({ commandQueueId: id })
    await fetch(`${commands}/mark-as-processed`, { method: 'POST', headers, body })
  }
  const players = JSON.stringify({ online: [], playerCount: 214, maxPlayers: 300 })
  await fetch(`${base}/api/games/2.0/poll`, { method: 'POST', headers, body: players })
}
