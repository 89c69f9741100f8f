import { afterAll, describe, expect, test } from 'vitest'
import { type CheckoutId, formatId, type StoreId } from '../../src/ids.ts'
import { inStore } from '../../src/db/database.ts'
import { storeConnection } from '../../src/payments/connections/store-connection.ts'
import { listParkedPayments } from '../../src/payments/parked/list-parked-payments.ts'
import type { ProviderName } from '../../src/payments/provider.ts'
import { reconcileDuePayments } from '../../src/payments/reconcile-due-payments.ts'
import { startPayment } from '../../src/payments/start-payment.ts'
import type { StoreMode } from '../../src/stores/store.ts'
import { postCallback } from '../providers/callback-sender.ts'
import { startFakeMercadopago } from '../providers/fake-mercadopago.ts'
import { startFakePaypal } from '../providers/fake-paypal.ts'
import type { FakeProvider } from '../providers/fake-provider.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startStore } from '../start-store.ts'

const [stripe, mercadopago, paypal] = [await startFakeStripe(), await startFakeMercadopago(), await startFakePaypal()]
const fakes: Record<Exclude<ProviderName, 'sandbox'>, FakeProvider> = { stripe, mercadopago, paypal }
const testStripe = await startFakeStripe({ mode: 'test' })
afterAll(() => Promise.all([...Object.values(fakes), testStripe].map((fake) => fake.close())))
for (const fake of Object.values(fakes)) fake.behave({ withhold: true })
const store = await startStore({
  env: { STRIPE_URL: fakes.stripe.url, MERCADOPAGO_URL: fakes.mercadopago.url, PAYPAL_URL: fakes.paypal.url },
})

/** A store with an open checkout. The credentials are stored without asking the provider, as earlier releases did. */
async function openShop(name: keyof typeof fakes, mode: StoreMode) {
  const storeId = await store.createStore({ mode })
  const productId = await store.createProduct(storeId)
  const { credentials } = fakes[name]
  await connectUnchecked(storeId, name, { mode, credentials })
  const { checkoutId } = await startPayment(store.payments, {
    sale: { storeId, gameUserId: '42', items: [{ productId, quantity: 1 }], serverId: null, reference: null },
    provider: name,
  })
  const [payment] = await store.query<{ page_ref: string }>('select page_ref from payments where checkout_id = $1', [
    checkoutId,
  ])
  return { storeId, checkoutId, pageRef: payment?.page_ref ?? '' }
}

const connectUnchecked = (
  storeId: StoreId,
  provider: ProviderName,
  { mode, credentials }: { mode: StoreMode; credentials: Record<string, string> },
) =>
  inStore(store.database.app, storeId, (tx) =>
    storeConnection(tx, { sealer: store.payments.sealer, storeId, provider, mode, credentials }),
  )

async function outcomeOf(storeId: StoreId, checkoutId: CheckoutId) {
  const [checkout] = await store.query<{ state: string }>('select state from checkouts where id = $1', [checkoutId])
  const parked = await listParkedPayments(store.database.app, { storeId, includeResolved: false })
  return { state: checkout?.state, parked: parked.map(({ reason }) => reason) }
}

/** Posts the newest callback of a provider to the server, with its signature. */
async function postLast(name: keyof typeof fakes, storeId: StoreId): Promise<number> {
  const last = fakes[name].signedCallbacks.at(-1)
  if (!last) throw new Error('no callback')
  const path = `/api/payments/1.0/${name}/${formatId('sto', storeId)}`
  return postCallback({ ...last, url: `${store.baseUrl}${path}${new URL(last.url).search}` })
}

/** The buyer pays with play money: the provider answers with its own marks of the test mode. */
const payWithPlayMoney: Record<keyof typeof fakes, (pageRef: string) => Promise<void>> = {
  async stripe(pageRef) {
    stripe.purchaseOf(pageRef).livemode = false
    await stripe.pay(pageRef)
  },
  async mercadopago(pageRef) {
    mercadopago.change(mercadopago.startPix(pageRef), { liveMode: false })
    await mercadopago.pay(pageRef)
  },
  async paypal(pageRef) {
    paypal.answerAs('sandbox')
    await paypal.pay(pageRef)
  },
}

describe.each(Object.keys(fakes) as (keyof typeof fakes)[])('in a live store with %s', (name) => {
  test('a signed callback about play money delivers nothing and is parked', async () => {
    const { storeId, checkoutId, pageRef } = await openShop(name, 'live')
    await payWithPlayMoney[name](pageRef)
    expect(await postLast(name, storeId)).toBe(200)
    expect(await outcomeOf(storeId, checkoutId)).toEqual({ state: 'open', parked: ['mode_mismatch'] })
    paypal.answerAs('live')
  })

  test('an answer about play money delivers nothing and is parked', async () => {
    const { storeId, checkoutId, pageRef } = await openShop(name, 'live')
    await payWithPlayMoney[name](pageRef)
    await store.query('update payments set reconcile_at = now() where checkout_id = $1', [checkoutId])
    await reconcileDuePayments(store.payments, store.database.reader)
    expect(await outcomeOf(storeId, checkoutId)).toEqual({ state: 'open', parked: ['mode_mismatch'] })
    paypal.answerAs('live')
  })

  test('real money is delivered', async () => {
    const { storeId, checkoutId, pageRef } = await openShop(name, 'live')
    await fakes[name].pay(pageRef)
    expect(await postLast(name, storeId)).toBe(200)
    expect(await outcomeOf(storeId, checkoutId)).toEqual({ state: 'paid', parked: [] })
  })
})

test('an event of Stripe whose object has another mode is refused', async () => {
  const { storeId, checkoutId, pageRef } = await openShop('stripe', 'live')
  await stripe.pay(pageRef)
  const { body = '' } = stripe.signedCallbacks.at(-1) ?? {}
  const event = { ...(JSON.parse(body) as object), livemode: false }
  stripe.signedCallbacks.push(await stripe.sign(JSON.stringify(event)))
  expect(await postLast('stripe', storeId)).toBe(400)
  expect(await outcomeOf(storeId, checkoutId)).toEqual({ state: 'open', parked: [] })
})

test('a callback about real money is parked in a test store', async () => {
  const { storeId, checkoutId, pageRef } = await openShop('mercadopago', 'test')
  await stripe.emit('checkout.session.completed', {
    object: 'checkout.session',
    livemode: true,
    status: 'complete',
    payment_status: 'paid',
    amount_total: 1990,
    currency: 'brl',
    payment_intent: 'pi_1',
    metadata: { storeId: formatId('sto', storeId), checkoutId: formatId('chk', checkoutId) },
  })
  expect(pageRef).not.toBe('')
  await store.query("update payments set provider = 'stripe' where checkout_id = $1", [checkoutId])
  const { webhookSecret = '' } = stripe.credentials
  const credentials = { ...testStripe.credentials, webhookSecret }
  await connectUnchecked(storeId, 'stripe', { mode: 'test', credentials })
  expect(await postLast('stripe', storeId)).toBe(200)
  expect(await outcomeOf(storeId, checkoutId)).toEqual({ state: 'open', parked: ['mode_mismatch'] })
})

test('old test credentials in a live store open no page and accept no callback', async () => {
  const { storeId, checkoutId } = await openShop('mercadopago', 'live')
  const productId = await store.createProduct(storeId)
  await connectUnchecked(storeId, 'stripe', { mode: 'live', credentials: testStripe.credentials })
  await store.query('update provider_connections set mode = null where store_id = $1', [storeId])
  const sale = { storeId, gameUserId: '42', items: [{ productId, quantity: 1 }], serverId: null, reference: null }
  const started = startPayment(store.payments, { sale, provider: 'stripe' })
  await expect(started).rejects.toMatchObject({ code: 'test_store_only' })
  stripe.signedCallbacks.push(await testStripe.sign('{}'))
  expect(await postLast('stripe', storeId)).toBe(409)
  expect(await outcomeOf(storeId, checkoutId)).toEqual({ state: 'open', parked: [] })
})
