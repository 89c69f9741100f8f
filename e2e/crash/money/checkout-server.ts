import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { destination, pino } from 'pino'
import { readConfig } from '../../../server/src/config/config.ts'
import { inStore, openDatabase } from '../../../server/src/db/database.ts'
import { AppError } from '../../../server/src/errors.ts'
import {
  type CheckoutId,
  formatId,
  type GiftCardId,
  type ProductId,
  parseId,
  type StoreId,
} from '../../../server/src/ids.ts'
import { startServer } from '../../../server/src/main.ts'
import { createPayments } from '../../../server/src/payments/create-payments.ts'
import { issueCard } from '../../../server/src/promotions/gift-cards/issue-card.ts'
import { startPayment } from '../../../server/src/payments/start-payment.ts'

/** The body of a request to open a checkout. Products have ids such as prd_…. */
export type NewCheckout = {
  storeId: string
  gameUserId: string
  items: { productId: string; quantity: number }[]
  reference: string
  code: string | null
  /** The value of the gift card that pays a part. 0: none. */
  cardMinor: number
}

/**
 * The real server, with one more port that opens checkouts. The management API cannot do that: players open checkouts
 * in the storefront. The process prints both ports.
 */
const config = readConfig()
const { port } = await startServer(config, pino({ level: config.logLevel, base: null }, destination(2)))
const { app } = openDatabase({ url: config.databaseUrl, poolSize: config.poolSize })
const payments = createPayments(app, config)

const server = createServer((request, response) => {
  const respond = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
  json(request)
    .then((body) => openCheckout(body as NewCheckout))
    .then(
      (checkoutId) => respond(200, { checkoutId: formatId('chk', checkoutId) }),
      // 400: the product refused. Anything else is repeated.
      (error: Error) => respond(error instanceof AppError ? 400 : 500, { message: error.message }),
    )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port, checkoutPort: (server.address() as AddressInfo).port })}\n`)
})

async function openCheckout({ storeId: store, items, cardMinor, ...rest }: NewCheckout): Promise<CheckoutId> {
  const storeId = parseId<StoreId>('sto', store) as StoreId
  const sale = {
    ...rest,
    storeId,
    giftCardId: cardMinor === 0 ? null : await issueGiftCard(storeId, cardMinor),
    items: items.map(({ productId, quantity }) => ({
      productId: parseId<ProductId>('prd', productId) as ProductId,
      quantity,
    })),
    serverId: null,
  }
  return (await startPayment(payments, { sale, provider: 'sandbox' })).checkoutId
}

/** After a kill, the request is repeated with another card. Then the first checkout is returned, and the card stays unused. */
async function issueGiftCard(storeId: StoreId, valueMinor: number): Promise<GiftCardId> {
  const card = { storeId, valueMinor, note: '', expiresAt: null }
  return (await inStore(app, storeId, (tx) => issueCard(tx, card))).cardId
}
