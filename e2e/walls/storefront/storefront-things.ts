import { savePage } from '../../../server/src/stores/storefront/storefront-pages.ts'
import { inStore } from '../../../server/src/db/database.ts'
import { formatId, type CheckoutId } from '../../../server/src/ids.ts'
import { addCategory, addPicture, addProduct, addServerProduct, connectSandbox } from '../fixtures/catalog.ts'
import { STOREFRONT_DOMAIN } from '../open-product.ts'
import { type StoreContext, uniqueName } from '../store-context.ts'
import { PRICE_MINOR, type Send, type Things } from './storefront-cells.ts'

const API = '/api/storefront/1.0'

/** Things that no store has. */
export const UNKNOWN: Things = {
  category: 'unknown-category',
  product: 'unknown-product',
  productId: 'prd_01h455vb4pex5vsknk084sn02q',
  server: 'srv_01h455vb4pex5vsknk084sn02q',
  page: 'unknown-page',
  picture: `${'0'.repeat(32)}-1.webp`,
  basket: `qmb_${'0'.repeat(38)}`,
  order: `qmo_${'0'.repeat(38)}`,
}

export async function addHost(context: StoreContext): Promise<string> {
  const { query, storeId } = context
  const label = uniqueName(context)
  await query(`delete from store_hosts where store_id = $1 and kind = 'label'`, [storeId])
  await query(`insert into store_hosts (store_id, host, kind, proved_at) values ($1, $2, 'label', now())`, [
    storeId,
    label,
  ])
  return `${label}.${STOREFRONT_DOMAIN}`
}

/** A buyer has one paid order, and a basket of two products with a checkout that is not paid. All of their names contain the marker of the store. */
export async function addThings(context: StoreContext, host: string, send: Send): Promise<Things> {
  const { database, storeId, query } = context
  const { categoryId } = await addCategory(context)
  const { productId, serverId } = await addServerProduct(context)
  const second = await addProduct(context, { serverIds: [serverId], buyerChoosesServer: true })
  await connectSandbox(context)
  const page = uniqueName(context)
  const { hash } = await addPicture(context)
  await inStore(database.app, storeId, (tx) => savePage(tx, { storeId, slug: page, title: page, body: page }))
  await query('update products set category_id = $2, visibility = $3 where store_id = $1 and id = any($4)', [
    storeId,
    categoryId,
    'public',
    [productId, second.productId],
  ])
  const [slugs] = await query<{ category: string; product: string }>(
    `select c.slug as category, p.slug as product from categories c, products p
     where c.store_id = $1 and c.id = $2 and p.store_id = $1 and p.id = $3`,
    [storeId, categoryId, productId],
  )
  if (!slugs) throw new Error('The product has no slug')
  const shown = formatId('prd', productId)
  const server = formatId('srv', serverId)
  const buy = async (...productIds: string[]) => {
    const token = await fillBasket(send, host, { productIds, player: uniqueName(context) })
    const totalMinor = productIds.length * PRICE_MINOR
    const json = { provider: 'sandbox', totalMinor, consent: true, serverId: server }
    const { orderToken } = await post(send, host, '/basket/checkout', { token, json })
    return { basket: token, order: String(orderToken) }
  }
  const { order } = await buy(shown)
  await payOrder(context, order, host, send)
  const { basket } = await buy(shown, formatId('prd', second.productId))
  return { ...slugs, productId: shown, server, page, picture: `${hash}-1.webp`, basket, order }
}

async function fillBasket(
  send: Send,
  host: string,
  { productIds, player }: { productIds: string[]; player: string },
): Promise<string> {
  const token = String((await post(send, host, '/baskets', {}))['token'])
  for (const productId of productIds)
    await post(send, host, '/basket/lines', { token, json: { productId, quantity: 1 } })
  const named = await send(host, 'PUT', { path: `${API}/basket/player`, token, json: { player } })
  if (named.status !== 200) throw new Error(`The player was refused: ${named.body}`)
  return token
}

/** Pays with play money. */
async function payOrder({ query, storeId }: StoreContext, token: string, host: string, send: Send): Promise<void> {
  const [row] = await query<{ id: CheckoutId }>(
    'select checkout_id as id from checkout_buyers where store_id = $1 order by created_at desc limit 1',
    [storeId],
  )
  if (!row) throw new Error(`The order ${token.slice(0, 4)}… was not stored`)
  const path = `/pay/sandbox/${formatId('sto', storeId)}/${formatId('chk', row.id)}`
  const paid = await send(host, 'POST', { path, form: { action: 'pay' } })
  if (paid.status !== 303) throw new Error(`The payment was refused: ${paid.body}`)
}

type Body = { token?: string; json?: object }

async function post(send: Send, host: string, path: string, body: Body): Promise<Record<string, unknown>> {
  const { status, body: answer } = await send(host, 'POST', { path: API + path, ...body })
  if (status >= 300) throw new Error(`POST ${path} on ${host}: ${status} ${answer}`)
  return JSON.parse(answer) as Record<string, unknown>
}
