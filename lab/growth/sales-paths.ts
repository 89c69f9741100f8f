import { SECRET_KEYS } from '../../e2e/kit/start-server.ts'
import { withClient } from '../../e2e/kit/query.ts'
import { listAuditLog } from '../../server/src/access/list-audit.ts'
import { cleanIdempotencyKeys } from '../../server/src/access/clean-idempotency-keys.ts'
import type { CheckoutFilter } from '../../server/src/checkouts/read/choose-checkout-source.ts'
import { type EntitlementFilter, listEntitlements } from '../../server/src/checkouts/read/list-entitlements.ts'
import { searchCheckouts } from '../../server/src/checkouts/read/search-checkouts.ts'
import { searchDeliveries } from '../../server/src/checkouts/read/search-deliveries.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { type Database, inStore, openDatabase, type Tx } from '../../server/src/db/database.ts'
import { markProcessed } from '../../server/src/delivery/ledger/mark-processed.ts'
import { listDeadLetters } from '../../server/src/delivery/read/list-dead-letters.ts'
import type { DeliveryFilter } from '../../server/src/delivery/read/read-delivery-page.ts'
import { requeueRetries } from '../../server/src/delivery/queue/requeue-retries.ts'
import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import { type CheckoutId, formatId, type GameServerId, type ProductId, type StoreId } from '../../server/src/ids.ts'
import { readInstallation } from '../../server/src/monitoring/read-installation.ts'
import { storeConnection } from '../../server/src/payments/connections/store-connection.ts'
import { createPayments, type Payments } from '../../server/src/payments/create-payments.ts'
import { collectDisputeEvidence } from '../../server/src/payments/read/collect-dispute-evidence.ts'
import { showCheckoutWithPayment } from '../../server/src/payments/read/show-checkout-with-payment.ts'
import { reconcileDuePayments } from '../../server/src/payments/reconcile-due-payments.ts'
import { refundPayment } from '../../server/src/payments/refund-payment.ts'
import { retryRefunds } from '../../server/src/payments/retry-refunds.ts'
import { runSandboxAction, sendSandboxCallbacks } from '../../server/src/payments/sandbox/run-sandbox-action.ts'
import { startPayment } from '../../server/src/payments/start-payment.ts'
import { runDueSubscriptions } from '../../server/src/payments/subscriptions/run-due-subscriptions.ts'
import { showPlayer } from '../../server/src/players/show-player.ts'
import { forgetCodes } from '../../server/src/promotions/gift-cards/sold-codes.ts'
import { runRedeliveries } from '../../server/src/redelivery/run-redeliveries.ts'
import { hashSecretToken } from '../../server/src/secret-token.ts'
import { cleanBaskets } from '../../server/src/storefront/baskets/clean-baskets.ts'
import { cleanHolds } from '../../server/src/storefront/limits/hold-stock.ts'
import { forgetBuyers } from '../../server/src/storefront/orders/forget-buyers.ts'
import { findOrder, newOrderToken } from '../../server/src/storefront/orders/order-token.ts'
import { queueReceipts, USUAL_HOURS } from '../../server/src/storefront/orders/queue-receipts.ts'
import { readOrder } from '../../server/src/storefront/orders/read-order.ts'
import { cleanHistory } from '../../server/src/webhooks/clean-history.ts'
import { findDueEndpoints } from '../../server/src/webhooks/sending/find-due-endpoints.ts'

const PAGE_SIZE = 50

/** A checkout of the history, with everything that the paths need to work on it. */
type Sample = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  productId: ProductId
  serverId: GameServerId
  token: string
}

export type SalesSide = { database: string; stores: number; samples: Sample[]; close: () => Promise<void> } & Parts
type Parts = { db: Database; payments: Payments }

/** `perStore`: the work visits every store, so its cost is that of one store. */
export type SalesPath = {
  name: string
  isWorker?: boolean
  perStore?: boolean
  run: (side: SalesSide, i: number) => Promise<unknown>
}

/** Opens the pools of a process, and connects the stores of some old checkouts to the sandbox, so that they can sell and refund. */
export async function openSide(
  url: string,
  { database, stores, count }: { database: string; stores: number; count: number },
): Promise<SalesSide> {
  const db = openDatabase({ url, poolSize: 1 })
  const payments = createPayments(db.app, readConfig({ DATABASE_URL: url, SECRET_KEYS }))
  const samples = await takeSamples(url, count)
  for (const storeId of new Set(samples.map((sample) => sample.storeId))) {
    const credentials = { store: formatId('sto', storeId), secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}` }
    await inStore(db.app, storeId, (tx) =>
      storeConnection(tx, { sealer: payments.sealer, storeId, provider: 'sandbox', mode: 'test', credentials }),
    )
  }
  return { database, stores, samples, db, payments, close: () => db.close() }
}

/**
 * Paid checkouts from all of the history, but not from an earlier run, which sells without a buyer. Their links and payments become ones
 * that the harness can use.
 */
async function takeSamples(url: string, count: number): Promise<Sample[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Omit<Sample, 'token'>>(
      `select c.store_id as "storeId", c.id as "checkoutId", game_user_id as "gameUserId", l.product_id as "productId", l.server_ids[1] as "serverId"
       from (
         select * from checkouts tablesample system (least(100, 4000.0 * $1 / (select reltuples from pg_class where oid = 'checkouts'::regclass)))
         where state = 'paid' and exists (select from checkout_buyers b where b.store_id = checkouts.store_id and b.checkout_id = checkouts.id)
         order by md5(id::text) limit $1) c
       join checkout_lines l on l.store_id = c.store_id and l.checkout_id = c.id and l.line_no = 1`,
      [count],
    )
    const samples = rows.map((row) => ({ ...row, token: newOrderToken() }))
    if (samples.length < count) throw new Error(`Only ${samples.length} paid checkouts were found`)
    const keys = [samples.map(({ storeId }) => storeId), samples.map(({ checkoutId }) => checkoutId)]
    await client.query(
      `update checkout_buyers b set token_hash = w.hash from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as w (store_id, id, hash)
       where b.store_id = w.store_id and b.checkout_id = w.id`,
      [...keys, samples.map(({ token }) => hashSecretToken(token))],
    )
    await client.query('set session_replication_role = replica')
    await client.query(
      `update payments p set provider = 'sandbox', payment_ref = type_id('chk', p.checkout_id)
       from unnest($1::uuid[], $2::uuid[]) as w (store_id, id) where p.store_id = w.store_id and p.checkout_id = w.id`,
      keys,
    )
    await client.query(
      `insert into sandbox_payments (store_id, checkout_id, paid) select w.store_id, w.id, true
       from unnest($1::uuid[], $2::uuid[]) as w (store_id, id) on conflict do nothing`,
      keys,
    )
    return samples
  })
}

const inSample = (name: string, read: (tx: Tx, sample: Sample) => Promise<unknown>): SalesPath => ({
  name,
  run: (side, i) => {
    const sample = sampleOf(side, i)
    return inStore(side.db.app, sample.storeId, (tx) => read(tx, sample))
  },
})

type Filter<F> = Omit<F, 'storeId' | 'after'>

/** The first page of a list of staff, with one filter. */
const orders = (name: string, filter: (sample: Sample) => Filter<CheckoutFilter>) =>
  inSample(`orders by ${name}`, (tx, sample) =>
    searchCheckouts(tx, { storeId: sample.storeId, limit: PAGE_SIZE, ...filter(sample) }),
  )
const deliveries = (name: string, filter: (sample: Sample) => Filter<DeliveryFilter>) =>
  inSample(`deliveries by ${name}`, (tx, sample) =>
    searchDeliveries(tx, { storeId: sample.storeId, limit: PAGE_SIZE, ...filter(sample) }),
  )
const entitlements = (name: string, filter: (sample: Sample) => Filter<EntitlementFilter>) =>
  inSample(`entitlements by ${name}`, (tx, sample) =>
    listEntitlements(tx, { storeId: sample.storeId, limit: PAGE_SIZE, ...filter(sample) }),
  )

const worker = (
  name: string,
  work: (side: SalesSide) => Promise<unknown>,
  more: Partial<SalesPath> = {},
): SalesPath => ({
  name,
  isWorker: true,
  run: (side) => work(side),
  ...more,
})

/** What buyers, staff and game servers do, then what workers repeat. Nothing is due, so a worker only looks for work. */
export const SALES_PATHS: SalesPath[] = [
  { name: 'open, pay and deliver', run: sellAndDeliver },
  { name: 'refund an old order', run: refundSample },
  inSample('order page', async (tx, { storeId, token }) =>
    readOrder(tx, { storeId, ...(await findOrder(tx, { storeId, token })) }),
  ),
  inSample('order for staff', (tx, { storeId, checkoutId }) => showCheckoutWithPayment(tx, { storeId, checkoutId })),
  inSample('newest orders', (tx, { storeId }) => searchCheckouts(tx, { storeId, limit: PAGE_SIZE })),
  inSample('older orders', (tx, { storeId, checkoutId }) =>
    searchCheckouts(tx, { storeId, limit: PAGE_SIZE, after: checkoutId }),
  ),
  orders('player', ({ gameUserId }) => ({ gameUserId })),
  orders('product', ({ productId }) => ({ productId })),
  orders('beginning of a player', ({ gameUserId }) => ({ search: gameUserId.slice(0, -3) })),
  deliveries('state', () => ({ state: 'processed' })),
  deliveries('player', ({ gameUserId }) => ({ gameUserId })),
  deliveries('product and server', ({ productId, serverId }) => ({ productId, serverId })),
  entitlements('state', () => ({ state: 'active' })),
  entitlements('player', ({ gameUserId }) => ({ gameUserId })),
  inSample('dead letters', (tx, { storeId }) => listDeadLetters(tx, { storeId, limit: PAGE_SIZE })),
  inSample('evidence', (tx, { storeId, checkoutId }) => collectDisputeEvidence(tx, { storeId, checkoutId })),
  inSample('player', (tx, { storeId, gameUserId }) => showPlayer(tx, { storeId, gameUserId })),
  inSample('audit log', (tx, { storeId }) => listAuditLog(tx, { storeId, limit: PAGE_SIZE })),
  worker('expiries', ({ db }) => expireDue(db.app, db.reader)),
  worker('delivery retries', ({ db }) => requeueRetries(db.gateway)),
  worker('payment reconciliation', ({ db, payments }) => reconcileDuePayments(payments, db.reader)),
  worker('refunds', ({ db, payments }) => retryRefunds(payments, db.reader)),
  worker('subscriptions', ({ db, payments }) => runDueSubscriptions(payments, db.reader)),
  worker('sandbox', ({ db, payments }) => sendSandboxCallbacks(payments, db.reader)),
  worker('receipts', ({ db, payments }) =>
    queueReceipts({ ...db, sealer: payments.sealer, addresses: payments, hours: USUAL_HOURS }),
  ),
  worker('redeliveries', ({ db }) => runRedeliveries(db.app, db.reader)),
  worker('webhooks', ({ db }) => findDueEndpoints(db.reader)),
  worker('webhook history', ({ db }) => cleanHistory(db.app, db.reader), { perStore: true }),
  worker('old idempotency keys', ({ db }) => cleanIdempotencyKeys(db.accounts, db.reader)),
  worker('old baskets', async ({ db }) => {
    await cleanBaskets(db.app, db.reader)
    await cleanHolds(db.app, db.reader)
  }),
  worker('old addresses of buyers', async ({ db }) => {
    await forgetBuyers(db.app, db.reader)
    await forgetCodes(db.app, db.reader)
  }),
  worker('metrics', ({ db }) => readInstallation(db.reader, { sendsMails: true }), { perStore: true }),
]

function sampleOf({ samples }: SalesSide, i: number): Sample {
  const sample = samples[i % samples.length]
  if (!sample) throw new Error('There are no samples')
  return sample
}

/** A player buys again in a store with a history, and the game server reports the delivery. */
async function sellAndDeliver(side: SalesSide, i: number): Promise<void> {
  const { storeId, gameUserId, productId, serverId } = sampleOf(side, i)
  const items = [{ productId, quantity: 1 }]
  const { checkoutId } = await startPayment(side.payments, {
    sale: { storeId, gameUserId, items, serverId: null, reference: null },
    provider: 'sandbox',
  })
  await runSandboxAction(side.payments, { storeId, checkoutId, action: 'pay' })
  const { id: deliveryId } = await inStore(side.db.app, storeId, (tx) =>
    tx
      .selectFrom('pending_deliveries')
      .select('id')
      .where('store_id', '=', storeId)
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirstOrThrow(),
  )
  const processed = await markProcessed(side.db.gateway, { storeId, serverId, deliveryId })
  if (!processed) throw new Error('The report was not accepted')
}

/** Each sample can be refunded once. */
async function refundSample(side: SalesSide, i: number): Promise<void> {
  const { storeId, checkoutId } = sampleOf(side, i)
  if (i >= side.samples.length) throw new Error('There are too few samples')
  const { lineNos } = await refundPayment(side.payments, { storeId, checkoutId })
  if (lineNos.length === 0) throw new Error('Nothing was refunded')
}
