import { afterAll, describe, expect, test } from 'vitest'
import { type CheckoutId, formatId, type StoreId } from '../../src/ids.ts'
import { callbackUrl } from '../../src/payments/callback-url.ts'
import { queryOpenPayments } from '../../src/payments/query-open-payments.ts'
import { reconcileDuePayments } from '../../src/payments/reconcile-due-payments.ts'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import type { ProviderName } from '../../src/payments/provider.ts'
import { startPayment } from '../../src/payments/start-payment.ts'
import { startFakeMercadopago } from '../providers/fake-mercadopago.ts'
import { startFakePaypal } from '../providers/fake-paypal.ts'
import type { FakeProvider } from '../providers/fake-provider.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'

const fakes: Record<Exclude<ProviderName, 'sandbox'>, FakeProvider> = {
  stripe: await startFakeStripe(),
  mercadopago: await startFakeMercadopago(),
  paypal: await startFakePaypal(),
}
afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())))
const store = await startStore({
  env: {
    PUBLIC_URL: 'https://shop.example',
    STRIPE_URL: fakes.stripe.url,
    MERCADOPAGO_URL: fakes.mercadopago.url,
    PAYPAL_URL: fakes.paypal.url,
  },
})

async function openShop(provider: keyof typeof fakes) {
  const fake = fakes[provider]
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { stock: 100 })
  fake.behave({ withhold: true })
  fake.setCallbackUrl?.(callbackUrl('https://shop.example', { storeId, provider }))
  await connectPaymentProvider(store.payments, {
    storeId,
    provider: await store.payments.connections.provider(provider),
    credentials: fake.credentials,
  })

  async function open(gameUserId: string): Promise<{ checkoutId: CheckoutId; pageRef: string }> {
    const { checkoutId } = await startPayment(store.payments, {
      sale: { storeId, gameUserId, items: [{ productId, quantity: 1 }], serverId: null, reference: null },
      provider,
    })
    const [payment] = await store.query<{ page_ref: string }>('select page_ref from payments where checkout_id = $1', [
      checkoutId,
    ])
    return { checkoutId, pageRef: payment?.page_ref ?? '' }
  }
  return { storeId, key, productId, fake, open }
}

/** Moves the due times of all payments by a minute and reconciles. */
async function passMinuteAndReconcile(storeId: StoreId): Promise<void> {
  await store.query(
    "update payments set reconcile_at = reconcile_at - interval '1 minute', expires_at = expires_at - interval '1 minute' where store_id = $1",
    [storeId],
  )
  await reconcileDuePayments(store.payments, store.database.reader)
}

async function listQueued(storeId: StoreId): Promise<{ checkoutId: string }[]> {
  const rows = await store.query<{ id: CheckoutId }>(
    'select checkout_id as id from pending_deliveries where store_id = $1',
    [storeId],
  )
  return rows.map(({ id }) => ({ checkoutId: formatId('chk', id) }))
}

describe.each(Object.keys(fakes) as (keyof typeof fakes)[])('with every callback of %s withheld', (provider) => {
  test('every paid checkout is delivered within 15 minutes of the payment, and no other checkout is delivered', async () => {
    const { storeId, fake, open } = await openShop(provider)
    const paid = new Map<string, number>()
    const delivered = new Map<string, number>()
    await open('never pays')
    // One buyer pays at each of these minutes, because the interval between queries grows.
    const paymentMinutes = [0, 1, 2, 4, 7, 8, 11, 15, 20, 29]
    const buyers = await Promise.all(paymentMinutes.map((minute) => open(`player ${minute}`)))
    for (let minute = 0; minute <= 45; minute++) {
      for (const [i, at] of paymentMinutes.entries()) {
        if (at !== minute) continue
        const { checkoutId, pageRef } = buyers[i] ?? { checkoutId: '' as CheckoutId, pageRef: '' }
        await fake.pay(pageRef)
        paid.set(formatId('chk', checkoutId), minute)
      }
      await passMinuteAndReconcile(storeId)
      for (const { checkoutId } of await listQueued(storeId))
        if (!delivered.has(checkoutId)) delivered.set(checkoutId, minute)
    }
    expect([...delivered.keys()].sort()).toEqual([...paid.keys()].sort())
    for (const [checkoutId, minute] of delivered) expect(minute - (paid.get(checkoutId) ?? 0)).toBeLessThan(15)
    await expectNoViolations(store)
  })

  test('open payments can be queried before they are due, as after a restore', async () => {
    const { storeId, fake, open } = await openShop(provider)
    const { checkoutId, pageRef } = await open('42')
    await fake.pay(pageRef)
    await reconcileDuePayments(store.payments, store.database.reader)
    expect(await listQueued(storeId)).toEqual([])
    expect((await queryOpenPayments(store.payments, store.database.reader)).failures).toEqual([])
    expect(await listQueued(storeId)).toEqual([{ checkoutId: formatId('chk', checkoutId) }])
  })

  test('a callback that arrives after reconciliation changes nothing', async () => {
    const { storeId, key, fake, open } = await openShop(provider)
    const { pageRef } = await open('42')
    await fake.pay(pageRef)
    await passMinuteAndReconcile(storeId)
    expect(await store.poll(key)).toHaveLength(1)
    fake.setCallbackUrl?.(`${store.baseUrl}/api/payments/1.0/${provider}/${formatId('sto', storeId)}`)
    await fake.sendWithheld()
    expect(await store.poll(key)).toHaveLength(1)
    await expectNoViolations(store)
  })

  test('a checkout whose page expired is abandoned and its stock is returned', async () => {
    const { storeId, productId, fake, open } = await openShop(provider)
    const { checkoutId, pageRef } = await open('42')
    await fake.expirePage(pageRef)
    for (let minute = 0; minute <= 75; minute += 5) {
      await store.query(
        "update payments set reconcile_at = reconcile_at - interval '4 minutes', expires_at = expires_at - interval '4 minutes' where store_id = $1",
        [storeId],
      )
      await passMinuteAndReconcile(storeId)
    }
    expect(await store.query('select state from checkouts where id = $1', [checkoutId])).toEqual([
      { state: 'abandoned' },
    ])
    expect(await store.query('select stock::integer as stock from products where id = $1', [productId])).toEqual([
      { stock: 100 },
    ])
  })

  test('an unavailable provider is queried again and the checkout stays open', async () => {
    const { storeId, key, fake, open } = await openShop(provider)
    const { checkoutId, pageRef } = await open('42')
    await fake.pay(pageRef)
    fake.behave({ withhold: true, failWith: 500 })
    const failures: unknown[] = []
    await store.query(
      "update payments set reconcile_at = now(), expires_at = now() - interval '1 hour' where store_id = $1",
      [storeId],
    )
    await reconcileDuePayments(store.payments, store.database.reader, (error) => failures.push(error))
    expect(only(failures)).toMatchObject({ code: 'provider_unavailable' })
    expect(await store.query('select state from checkouts where id = $1', [checkoutId])).toEqual([{ state: 'open' }])
    fake.behave({ withhold: true })
    for (let minute = 0; minute < 11; minute++) await passMinuteAndReconcile(storeId)
    expect(await store.poll(key)).toHaveLength(1)
  })
})
