import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { inStore } from '../../src/db/database.ts'
import { AppError } from '../../src/errors.ts'
import { type CheckoutId } from '../../src/ids.ts'
import { disconnectPaymentProvider } from '../../src/payments/connections/disconnect-payment-provider.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import { recordManualRefund } from '../../src/payments/record-manual-refund.ts'
import { refundPayment } from '../../src/payments/refund-payment.ts'
import { retryRefunds } from '../../src/payments/retry-refunds.ts'
import { startManagement } from '../manage/start-management.ts'
import { SECRET_KEYS } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const platform = await startManagement()
const IN_PROGRESS = { code: 'not_refundable' }

/** Payments with a provider that does not answer refunds. */
const { connections } = platform.payments
const withUnavailableProvider: typeof platform.payments = {
  ...platform.payments,
  connections: {
    ...connections,
    require: async (...key) => ({
      ...(await connections.require(...key)),
      refund: async () => {
        throw new AppError('provider_unavailable', 'The provider does not answer')
      },
    }),
  },
}

/** Sells two products for 19.90 each, paid in the sandbox. */
async function sellTwoLines() {
  const shop = await openShop(platform)
  const { storeId } = shop
  const checkoutId = await shop.open([shop.productId, await platform.createProduct(storeId, { name: 'Pet' })])
  await platform.query('insert into sandbox_payments (store_id, checkout_id, paid) values ($1, $2, true)', [
    storeId,
    checkoutId,
  ])
  await shop.sendCallback(checkoutId, { paid: { amountMinor: 3980, currency: 'BRL' } })
  return {
    storeId,
    checkoutId,
    refunded: () =>
      platform.query('select line_no from checkout_lines where checkout_id = $1 and refunded_at is not null', [
        checkoutId,
      ]),
    refundManually: (lineNos?: number[]) =>
      inStore(platform.database.app, storeId, (tx) =>
        recordManualRefund(tx, { storeId, checkoutId, ...(lineNos && { lineNos }) }),
      ),
  }
}

/** Also requests a refund that the provider does not answer. */
async function requestFailedRefund(lineNos: number[]) {
  const sale = await sellTwoLines()
  const { storeId, checkoutId } = sale
  await expect(refundPayment(withUnavailableProvider, { storeId, checkoutId, lineNos })).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
  return sale
}

const makeRefundsDue = (checkoutId: CheckoutId) =>
  platform.query(
    "update payment_refunds set retry_at = now() - interval '1 s' where checkout_id = $1 and state = 'requested'",
    [checkoutId],
  )

const retry = () => retryRefunds(platform.payments, platform.database.reader)

async function refundedAtSandbox(checkoutId: CheckoutId): Promise<number> {
  const [row] = await platform.query<{ minor: number }>(
    'select coalesce(sum(value::integer), 0)::integer as minor from sandbox_payments, jsonb_each_text(refunds) where checkout_id = $1',
    [checkoutId],
  )
  return row?.minor ?? 0
}

test('a manual refund cancels a refund that waits for an unavailable provider', async () => {
  const { checkoutId, refundManually, refunded } = await requestFailedRefund([2])
  await makeRefundsDue(checkoutId)
  expect(await refundManually([2])).toMatchObject({ lineNos: [2] })
  expect(await retry()).toBe(0)
  await makeRefundsDue(checkoutId)
  expect(await retry()).toBe(0)
  expect(await refundedAtSandbox(checkoutId)).toBe(0)
  expect(await refunded()).toEqual([{ line_no: 2 }])
  expect(await platform.query('select state from payment_refunds where checkout_id = $1', [checkoutId])).toEqual([
    { state: 'failed' },
  ])
  await expectNoViolations(platform)
})

test('a manual refund is refused while the provider processes a refund of the same lines', async () => {
  const { checkoutId, refundManually, refunded } = await requestFailedRefund([2])
  for (const lineNos of [[2], [1, 2], undefined])
    await expect(refundManually(lineNos)).rejects.toMatchObject(IN_PROGRESS)
  expect(await refunded()).toEqual([])
  await makeRefundsDue(checkoutId)
  expect(await retry()).toBe(1)
  expect(await refundedAtSandbox(checkoutId)).toBe(1990)
  expect(await refunded()).toEqual([{ line_no: 2 }])
  await expectNoViolations(platform)
})

test('a manual refund of some lines does not cancel requests for more lines or for other lines', async () => {
  const both = await requestFailedRefund([1, 2])
  await makeRefundsDue(both.checkoutId)
  await expect(both.refundManually([1])).rejects.toMatchObject(IN_PROGRESS)
  const other = await requestFailedRefund([2])
  expect(await other.refundManually([1])).toMatchObject({ lineNos: [1] })
  await makeRefundsDue(other.checkoutId)
  expect(await retry()).toBe(2)
  expect(await refundedAtSandbox(both.checkoutId)).toBe(3980)
  expect(await refundedAtSandbox(other.checkoutId)).toBe(1990)
  await expectNoViolations(platform)
})

test('a refund is refused and not stored if the provider is not connected', async () => {
  const { storeId, checkoutId } = await sellTwoLines()
  await disconnectPaymentProvider(platform.database.app, { storeId, provider: 'sandbox' })
  // Another process, which has not cached the connection.
  const payments = createPayments(
    platform.database.app,
    readConfig({ DATABASE_URL: platform.databaseUrl, SECRET_KEYS }),
  )
  await expect(refundPayment(payments, { storeId, checkoutId })).rejects.toMatchObject({ code: 'not_payable' })
  expect(await platform.query('select from payment_refunds where store_id = $1', [storeId])).toEqual([])
})
