import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { inStore } from '../../src/db/database.ts'
import { AppError } from '../../src/errors.ts'
import { type CheckoutId, formatId } from '../../src/ids.ts'
import { disconnectPaymentProvider } from '../../src/payments/connections/disconnect-payment-provider.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import { recordManualRefund } from '../../src/payments/record-manual-refund.ts'
import { refundPayment } from '../../src/payments/refund-payment.ts'
import { retryRefunds } from '../../src/payments/retry-refunds.ts'
import { startManagement, storePath } from '../manage/start-management.ts'
import { SECRET_KEYS } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const platform = await startManagement()
const BEING_ASKED = { code: 'not_refundable' }

/** The payments of the store with a provider that does not answer. */
const { connections } = platform.payments
const away: typeof platform.payments = {
  ...platform.payments,
  connections: {
    ...connections,
    require: async (...which) => ({
      ...(await connections.require(...which)),
      refund: async () => {
        throw new AppError('provider_unavailable', 'The provider does not answer')
      },
    }),
  },
}

/** Two products for 19.90 each, paid at the sandbox. */
async function sold() {
  const shop = await openShop(platform)
  const { storeId } = shop
  const checkoutId = await shop.open([shop.productId, await platform.createProduct(storeId, { name: 'Pet' })])
  await platform.query('insert into sandbox_payments (store_id, checkout_id, paid) values ($1, $2, true)', [
    storeId,
    checkoutId,
  ])
  await shop.tell(checkoutId, { paid: { amountMinor: 3980, currency: 'BRL' } })
  return {
    storeId,
    checkoutId,
    refunded: () =>
      platform.query('select line_no from checkout_lines where checkout_id = $1 and refunded_at is not null', [
        checkoutId,
      ]),
    byHand: (lineNos?: number[]) =>
      inStore(platform.database.app, storeId, (tx) =>
        recordManualRefund(tx, { storeId, checkoutId, ...(lineNos && { lineNos }) }),
      ),
  }
}

/** The same, after a refund for which the provider did not answer. */
async function wished(lineNos: number[]) {
  const sale = await sold()
  const { storeId, checkoutId } = sale
  await expect(refundPayment(away, { storeId, checkoutId, lineNos })).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
  return sale
}

const fallDue = (checkoutId: CheckoutId) =>
  platform.query(
    "update payment_refunds set retry_at = now() - interval '1 s' where checkout_id = $1 and state = 'requested'",
    [checkoutId],
  )

const retry = () => retryRefunds(platform.payments, platform.database.reader)

async function givenBack(checkoutId: CheckoutId): Promise<number> {
  const [row] = await platform.query<{ minor: number }>(
    'select coalesce(sum(value::integer), 0)::integer as minor from sandbox_payments, jsonb_each_text(refunds) where checkout_id = $1',
    [checkoutId],
  )
  return row?.minor ?? 0
}

test('money that was returned by hand while the provider was away is not paid a second time', async () => {
  const { checkoutId, byHand, refunded } = await wished([2])
  await fallDue(checkoutId)
  expect(await byHand([2])).toMatchObject({ lineNos: [2] })
  expect(await retry()).toBe(0)
  await fallDue(checkoutId)
  expect(await retry()).toBe(0)
  expect(await givenBack(checkoutId)).toBe(0)
  expect(await refunded()).toEqual([{ line_no: 2 }])
  expect(await platform.query('select state from payment_refunds where checkout_id = $1', [checkoutId])).toEqual([
    { state: 'failed' },
  ])
  await expectNoViolations(platform)
})

test('while the provider is being asked nothing is returned by hand', async () => {
  const { checkoutId, byHand, refunded } = await wished([2])
  for (const lineNos of [[2], [1, 2], undefined]) await expect(byHand(lineNos)).rejects.toMatchObject(BEING_ASKED)
  expect(await refunded()).toEqual([])
  await fallDue(checkoutId)
  expect(await retry()).toBe(1)
  expect(await givenBack(checkoutId)).toBe(1990)
  expect(await refunded()).toEqual([{ line_no: 2 }])
  await expectNoViolations(platform)
})

test('by hand of some lines gives up nothing that was asked for more than these, or for others', async () => {
  const whole = await wished([1, 2])
  await fallDue(whole.checkoutId)
  await expect(whole.byHand([1])).rejects.toMatchObject(BEING_ASKED)
  const other = await wished([2])
  expect(await other.byHand([1])).toMatchObject({ lineNos: [1] })
  await fallDue(other.checkoutId)
  expect(await retry()).toBe(2)
  expect(await givenBack(whole.checkoutId)).toBe(3980)
  expect(await givenBack(other.checkoutId)).toBe(1990)
  await expectNoViolations(platform)
})

test('who tells the store that the money was returned is told when the provider is being asked for it', async () => {
  const { storeId, checkoutId } = await wished([2])
  const { token: as } = await platform.addMember(storeId, 'owner')
  const path = storePath(storeId, `/checkouts/${formatId('chk', checkoutId)}/refund`)
  const tell = () => platform.request('POST', path, { as, body: { lines: [2], moneyAlreadyReturned: true } })
  expect(await tell()).toMatchObject({ status: 409, body: BEING_ASKED })
  await fallDue(checkoutId)
  expect(await tell()).toMatchObject({ status: 200, body: { lines: [2] } })
  expect(await retry()).toBe(0)
  expect(await givenBack(checkoutId)).toBe(0)
})

test('a refund at a provider that is not connected is refused, and nobody is asked for it later', async () => {
  const { storeId, checkoutId } = await sold()
  await disconnectPaymentProvider(platform.database.app, { storeId, provider: 'sandbox' })
  // Another process, which has not looked at the account yet.
  const payments = createPayments(
    platform.database.app,
    readConfig({ DATABASE_URL: platform.databaseUrl, SECRET_KEYS }),
  )
  await expect(refundPayment(payments, { storeId, checkoutId })).rejects.toMatchObject({ code: 'not_payable' })
  expect(await platform.query('select from payment_refunds where store_id = $1', [storeId])).toEqual([])
})
