import pg from 'pg'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { type Database, inStore } from '../../server/src/db/database.ts'
import { addGameServer } from '../../server/src/delivery/add-game-server.ts'
import { expireDue } from '../../server/src/entitlements/expire-due.ts'
import type { CheckoutId, ProductId, StoreId, SubscriptionId } from '../../server/src/ids.ts'
import { connectPaymentProvider } from '../../server/src/payments/connections/connect-payment-provider.ts'
import { createPayments } from '../../server/src/payments/create-payments.ts'
import { refundPayment } from '../../server/src/payments/refund-payment.ts'
import { runSandboxAction } from '../../server/src/payments/sandbox/run-sandbox-action.ts'
import { sandboxCredentials } from '../../server/src/payments/sandbox/sandbox-credentials.ts'
import { chargeSandboxSubscriptions } from '../../server/src/payments/sandbox/sandbox-subscriptions.ts'
import { startPayment } from '../../server/src/payments/start-payment.ts'
import {
  cancelSubscription,
  stopDueSubscriptions,
} from '../../server/src/payments/subscriptions/cancel-subscription.ts'
import { reconcileDueSubscriptions } from '../../server/src/payments/subscriptions/reconcile-due-subscriptions.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import { refreshDue } from '../../server/src/subscriptions/refresh-due.ts'
import { advanceClock } from '../../server/src/test-mode/advance-clock.ts'
import { BILLING_PERIODS, type BillingPeriod } from '../../server/src/catalog/billing-period.ts'
import type { Random } from '../kit/random.ts'
import { expectedStatus, type Fact, startOfPeriod, type Terms } from './reference.ts'

type Shop = { storeId: StoreId; products: Map<BillingPeriod, ProductId>; losesCallbacks: boolean; ahead: number }
type Plan = {
  /** Charges from this period on fail; with `recovers` their second attempt, half a day later, succeeds. */
  failsFrom: number | null
  recovers: boolean
  cancelAfterDays: number | null
  refundAfterDays: number | null
}
type Subscriber = {
  shop: Shop
  id: SubscriptionId
  terms: Terms
  /** When the periods of the year start. */
  starts: number[]
  plan: Plan
  facts: Fact[]
  /** The provider was told to charge no more. */
  isStopped: boolean
  state: string
}
/** How many renewals there were, how many of them without a callback, and how many subscriptions were compared in each state. */
export type Figures = { renewals: number; withoutCallback: number; compared: Record<string, number> }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CONCURRENCY = 4
const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`

type Settings = { database: Database; databaseUrl: string; subscriptions: number; stores: number; random: Random }

/** Sells the subscriptions. The plan of each is known to the sandbox and to the reference, not to the code that is tested. */
export async function openYear({ database, databaseUrl, subscriptions, stores, random }: Settings) {
  const { app, reader } = database
  const payments = createPayments(app, readConfig({ DATABASE_URL: databaseUrl, SECRET_KEYS }))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows
  const shops: Shop[] = []
  for (let i = 0; i < stores; i++) shops.push(await openShop(i % 2 === 1))
  const subscribers: Subscriber[] = []
  let withoutCallback = 0
  const compared: Record<string, number> = { active: 0, past_due: 0, cancelling: 0, ended: 0 }
  await inParallel(
    Array.from({ length: subscriptions }, (_, i) => i),
    async (i) => {
      const shop = shops[i % shops.length]
      if (shop) subscribers.push(await subscribe(shop, `player-${i}`, random.fork()))
    },
  )

  async function openShop(losesCallbacks: boolean): Promise<Shop> {
    const store = {
      name: 'Year',
      url: 'year.example',
      plan: 'BASIC',
      currency: 'BRL',
      expiresAt: null,
      mode: 'test' as const,
    }
    const { id: storeId } = await createStore(app, store)
    await addGameServer(app, { storeId, name: 'lobby', game: null, profile: 'standard', cell: 't1' })
    const provider = await payments.connections.provider('sandbox')
    await connectPaymentProvider(payments, { storeId, provider, credentials: sandboxCredentials(storeId) })
    const products = new Map<BillingPeriod, ProductId>()
    for (const billingPeriod of BILLING_PERIODS) {
      const commands = { approve: ['give {userId}'], refund: ['take {userId}'], expire: ['take {userId}'] }
      const product = { name: billingPeriod, price: '19.90', commands, durationSeconds: null, billingPeriod }
      const { id } = await saveProduct(app, { storeId, ...product, serverIds: [], buyerChoosesServer: false })
      products.set(billingPeriod, id)
    }
    return { storeId, products, losesCallbacks, ahead: 0 }
  }

  async function subscribe(shop: Shop, gameUserId: string, own: Random): Promise<Subscriber> {
    const { storeId } = shop
    const period = own.pick(['P1W', 'P1M', 'P1M', 'P1M', 'P3M', 'P1Y'] as const)
    const plan: Plan = {
      failsFrom: own.chance(0.3) ? own.integer(1, 8) : null,
      recovers: own.chance(0.5),
      cancelAfterDays: own.chance(0.2) ? own.integer(1, 300) : null,
      refundAfterDays: own.chance(0.1) ? own.integer(1, 300) : null,
    }
    const productId = shop.products.get(period)
    if (!productId) throw new Error(`there is no product with the period ${period}`)
    const sale = { storeId, gameUserId, items: [{ productId, quantity: 1 }], serverId: null, reference: null }
    const { checkoutId } = await startPayment(payments, { sale, provider: 'sandbox' })
    await runSandboxAction(payments, { storeId, checkoutId, action: 'pay' })
    const [row] = await query<{ id: SubscriptionId; anchor: Date }>(
      'update sandbox_subscriptions b set fails_from = $2, recovers = $3 from subscriptions s where s.checkout_id = $1 and b.subscription_id = s.id returning s.id, s.anchor',
      [checkoutId, plan.failsFrom, plan.recovers],
    )
    if (!row) throw new Error('the subscription was not paid')
    const terms = { anchor: row.anchor.getTime(), period, graceSeconds: 3 * 86_400 }
    const starts: number[] = []
    while ((starts.at(-1) ?? 0) < terms.anchor + 400 * DAY_MS) starts.push(startOfPeriod(terms, starts.length))
    return {
      shop,
      id: row.id,
      terms,
      starts,
      plan,
      facts: [{ kind: 'paid', period: 0 }],
      isStopped: false,
      state: 'active',
    }
  }

  /** Moves all clocks, does the work of the workers, and tells the reference what the sandbox has done. */
  async function pass(seconds: number): Promise<void> {
    await inParallel(shops, async (shop) => {
      await (shop.losesCallbacks
        ? passWithoutCallbacks(shop, seconds)
        : advanceClock(app, { storeId: shop.storeId, seconds }))
      shop.ahead += seconds * 1000
    })
    const now = Date.now()
    for (const subscriber of subscribers) chargeInModel(subscriber, now + subscriber.shop.ahead)
    await work()
    for (const subscriber of subscribers) await act(subscriber, now + subscriber.shop.ahead)
    await work()
  }

  async function passWithoutCallbacks({ storeId }: Shop, seconds: number): Promise<void> {
    const held = await query<{ id: SubscriptionId }>(
      'update sandbox_subscriptions set stopped = true where store_id = $1 and not stopped returning subscription_id as id',
      [storeId],
    )
    await advanceClock(app, { storeId, seconds })
    await query('update sandbox_subscriptions set stopped = false where store_id = $1 and subscription_id = any($2)', [
      storeId,
      held.map(({ id }) => id),
    ])
    withoutCallback += await chargeSandboxSubscriptions(app, storeId)
    await query('update sandbox_subscriptions set next_callback_at = null where store_id = $1', [storeId])
  }

  async function work(): Promise<void> {
    const raise = (error: unknown) => {
      throw error
    }
    while ((await reconcileDueSubscriptions(payments, reader, raise)) + (await refreshDue(app, reader, raise)) > 0);
    while ((await stopDueSubscriptions(payments, reader, raise)) > 0);
    await expireDue(app, reader)
  }

  /** Cancels or refunds when the plan says so. */
  async function act(subscriber: Subscriber, now: number): Promise<void> {
    const { plan, terms, shop, id: subscriptionId, facts } = subscriber
    const { storeId } = shop
    const isDue = (days: number | null): days is number => days !== null && now >= terms.anchor + days * DAY_MS
    if (isDue(plan.cancelAfterDays)) {
      plan.cancelAfterDays = null
      if (subscriber.state !== 'ended') facts.push({ kind: 'cancelled' })
      await inStore(app, storeId, (tx) => cancelSubscription(tx, { storeId, subscriptionId, by: 'staff' }))
    }
    if (isDue(plan.refundAfterDays)) {
      plan.refundAfterDays = null
      const [newest] = await query<{ checkoutId: CheckoutId; period: number }>(
        'select checkout_id as "checkoutId", period_no as period from subscription_invoices where subscription_id = $1 and checkout_id is not null order by period_no desc limit 1',
        [subscriptionId],
      )
      if (!newest) throw new Error('nothing was paid')
      await refundPayment(payments, { storeId, checkoutId: newest.checkoutId })
      facts.push({ kind: 'refunded', period: newest.period })
    }
    settle(subscriber, now)
  }

  async function compare(): Promise<string[]> {
    const rows = await query<{ id: SubscriptionId; state: string; until: Date | null }>(
      'select id, state, paid_until as until from subscriptions',
    )
    const shown = new Map(rows.map((row) => [row.id, row]))
    const now = Date.now()
    return subscribers.flatMap((subscriber) => {
      const { id, terms, starts, facts, shop } = subscriber
      // A lost callback may take an hour, and a bound may be reached while we compare.
      const isNearBound = [0, 2 * HOUR_MS, 12 * HOUR_MS, 3 * DAY_MS].some((after) =>
        starts.some((start) => Math.abs(now + shop.ahead - start - after) < HOUR_MS),
      )
      if (isNearBound) return []
      const expected = expectedStatus(terms, facts, now + shop.ahead)
      compared[expected.state] = (compared[expected.state] ?? 0) + 1
      const row = shown.get(id)
      const until = row?.until?.toISOString() ?? null
      return row?.state === expected.state && until === expected.paidUntil
        ? []
        : [
            `${id}: ${row?.state} until ${until}, not ${expected.state} until ${expected.paidUntil}: ${JSON.stringify(facts)}`,
          ]
    })
  }

  /** Counts, and looks whether exactly the living subscriptions have their goods. */
  async function finish(): Promise<{ figures: Figures; unlike: string[] }> {
    const [{ count: renewals } = { count: 0 }] = await query<{ count: number }>(
      'select count(*)::integer as count from checkout_lines where renewal_of is not null',
    )
    const unlike = await query<{ id: string }>(
      `select s.id from subscriptions s where (s.state <> 'ended') <> exists (
         select from subscription_invoices i join grants g on g.store_id = i.store_id and g.checkout_id = i.checkout_id
         join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id
         where i.store_id = s.store_id and i.subscription_id = s.id and e.ended_at is null)`,
    )
    await pool.end()
    return {
      figures: { renewals, withoutCallback, compared },
      unlike: unlike.map(({ id }) => `${id}: the goods do not follow the state`),
    }
  }

  return { pass, compare, finish }
}

/** What the sandbox has charged until now. */
function chargeInModel(subscriber: Subscriber, now: number): void {
  const { plan, starts, facts } = subscriber
  for (const [period, start] of starts.entries()) {
    if (subscriber.isStopped || start > now) break
    const has = (kind: Fact['kind']) =>
      facts.some((fact) => fact.kind === kind && 'period' in fact && fact.period === period)
    if (has('paid')) continue
    const fails = plan.failsFrom !== null && period >= plan.failsFrom
    if (fails && !has('failed')) facts.push({ kind: 'failed', period })
    if (fails && !(plan.recovers && now >= start + 12 * HOUR_MS)) break
    facts.push({ kind: 'paid', period })
  }
  settle(subscriber, now)
}

function settle(subscriber: Subscriber, now: number): void {
  const { terms, facts } = subscriber
  subscriber.state = expectedStatus(terms, facts, now).state
  subscriber.isStopped ||= subscriber.state === 'ended' || facts.some(({ kind }) => kind === 'cancelled')
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
