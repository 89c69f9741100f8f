import { randomBytes } from 'node:crypto'
import type { Item } from '../../src/checkouts/buy/freeze-lines.ts'
import { type CheckoutId, formatId, type GameServerId, newId, type ProductId, type StoreId } from '../../src/ids.ts'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import type { Facts, ProviderName } from '../../src/payments/provider.ts'
import { signSandboxCallback } from '../../src/payments/sandbox/sandbox-callback.ts'
import { sandboxCredentials } from '../../src/payments/sandbox/sandbox-credentials.ts'
import { startPayment } from '../../src/payments/start-payment.ts'
import type { ProductInput } from '../../src/catalog/save-product.ts'
import type { TestStore } from '../store-records.ts'

/** A test store with a game server, a product for 19.90 and a sandbox whose callbacks are sent by the test over HTTP. */
export async function openShop(store: TestStore, product: Partial<ProductInput> = {}, { hasServer = true } = {}) {
  const storeId = await store.createStore({ mode: 'test' })
  const server = hasServer ? await store.createServer(storeId) : { storeId, serverId: newId<GameServerId>(), key: '' }
  const productId = await store.createProduct(storeId, product)
  const secret = await connectSandbox(store, storeId)

  async function open(
    items: (ProductId | Item)[] = [productId],
    gameUserId = '42',
    code: string | null = null,
  ): Promise<CheckoutId> {
    const { checkoutId } = await startPayment(store.payments, {
      sale: {
        storeId,
        gameUserId,
        items: items.map((item) => (typeof item === 'string' ? { productId: item, quantity: 1 } : item)),
        serverId: null,
        reference: null,
        code,
      },
      provider: 'sandbox',
    })
    return checkoutId
  }

  async function sendCallback(
    checkoutId: CheckoutId,
    change: Partial<Facts> = {},
    callback: { eventId?: string } = {},
  ) {
    const facts = { ...unpaidFacts(storeId, checkoutId), ...change }
    return postCallback(store, { storeId, secret, body: JSON.stringify({ type: 'payment', data: facts }), ...callback })
  }

  const paid = { amountMinor: 1990, currency: 'BRL' }
  return {
    ...server,
    productId,
    secret,
    open,
    sendCallback,
    /** Sends the callback that the checkout was paid. */
    pay: (checkoutId: CheckoutId, eventId?: string) =>
      sendCallback(checkoutId, { paid }, eventId === undefined ? {} : { eventId }),
    stateOf: async (checkoutId: CheckoutId) => {
      const [row] = await store.query<{ state: string }>('select state from checkouts where id = $1', [checkoutId])
      return row?.state
    },
  }
}

async function connectSandbox(store: TestStore, storeId: StoreId): Promise<string> {
  const credentials = sandboxCredentials(storeId)
  await connectPaymentProvider(store.payments, {
    storeId,
    provider: await store.payments.connections.provider('sandbox'),
    credentials,
  })
  return credentials.secret
}

type PostedCallback = {
  storeId: StoreId
  secret: string
  body: string
  signedBody?: string
  eventId?: string
  at?: Date
  provider?: ProviderName
}

/** Posts a signed callback to the server. */
export async function postCallback(
  store: TestStore,
  {
    storeId,
    secret,
    body,
    signedBody = body,
    eventId = `evt ${randomBytes(8).toString('hex')}`,
    at = new Date(),
    provider = 'sandbox',
  }: PostedCallback,
): Promise<{ status: number; body: unknown }> {
  const signedAt = String(Math.floor(at.getTime() / 1000))
  const response = await fetch(`${store.baseUrl}/api/payments/1.0/${provider}/${formatId('sto', storeId)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': eventId,
      'webhook-timestamp': signedAt,
      'webhook-signature': signSandboxCallback(secret, { eventId, signedAt, body: signedBody }),
    },
    body,
  })
  return { status: response.status, body: await response.json() }
}

function unpaidFacts(storeId: StoreId, checkoutId: CheckoutId): Facts {
  return {
    storeId: formatId('sto', storeId),
    checkoutId: formatId('chk', checkoutId),
    mode: 'test',
    paymentRef: null,
    paid: null,
    refundedMinor: 0,
    dispute: 'none',
    closed: false,
  }
}
