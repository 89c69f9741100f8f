import { createToken } from '../../server/src/access/create-token.ts'
import { TOKEN_SCOPES } from '../../server/src/access/permissions.ts'
import { addressRanges } from '../../server/src/address-ranges.ts'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { inStore } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import { addEndpoint } from '../../server/src/webhooks/endpoints/add-endpoint.ts'
import type { EndpointId, GameServerId, ProductId, StoreId } from '../../server/src/ids.ts'
import { connectPaymentProvider } from '../../server/src/payments/connections/connect-payment-provider.ts'
import type { Payments } from '../../server/src/payments/create-payments.ts'
import { sandboxCredentials } from '../../server/src/payments/sandbox/sandbox-credentials.ts'
import { createStore } from '../../server/src/stores/create-store.ts'

export type Store = {
  storeId: StoreId
  token: string
  sandboxSecret: string
  /** One game server speaks 1.0, the other 2.0. */
  keys: { old: string; new: string }
  products: { old: ProductId; timed: ProductId; new: ProductId }
  endpointIds: EndpointId[]
}

/** A test store with all it needs to live: servers, products, a payment provider, receivers of webhooks, a token. */
export async function openStore(payments: Payments, receivers: string[]): Promise<Store> {
  const { db: app, sealer } = payments
  const { id: storeId } = await createStore(app, {
    name: 'Vale',
    url: 'vale.example',
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
    mode: 'test',
  })
  const add = (name: string) => addGameServer(app, { storeId, name, game: null, profile: 'standard', cell: 't1' })
  const [first, second] = [await add('old'), await add('new')]
  const product = async (name: string, serverId: GameServerId, durationSeconds: number | null = null) =>
    (
      await saveProduct(app, {
        storeId,
        name,
        price: '19.90',
        commands: { approve: ['give {userId}'], refund: ['take {userId}'], expire: ['take {userId}'] },
        durationSeconds,
        serverIds: [serverId],
        buyerChoosesServer: false,
      })
    ).id
  const credentials = sandboxCredentials(storeId)
  await connectPaymentProvider(app, {
    sealer,
    storeId,
    provider: await payments.connections.provider('sandbox'),
    credentials,
  })
  const endpointIds: EndpointId[] = []
  const allowed = addressRanges(['127.0.0.0/8'])
  for (const url of receivers) {
    endpointIds.push((await addEndpoint(app, { storeId, url, eventTypes: [], sealer, allowed })).id)
  }
  const { token } = await inStore(app, storeId, (tx) =>
    createToken(tx, { storeId, name: 'harness', scopes: [...TOKEN_SCOPES], expiresAt: null, by: null }),
  )
  return {
    storeId,
    token,
    sandboxSecret: credentials.secret,
    keys: { old: first.key, new: second.key },
    products: {
      old: await product('Sword', first.id),
      timed: await product('VIP', first.id, 3_600),
      new: await product('Shield', second.id),
    },
    endpointIds,
  }
}
