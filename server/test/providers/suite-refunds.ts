import { expect, test } from 'vitest'
import { newId, type RefundId } from '../../src/ids.ts'
import type { TestMerchant } from './test-merchant.ts'

export function refundTests(merchant: () => TestMerchant): void {
  test('a refund that is repeated with the same id is made once', async () => {
    const { openAndPay, fake, connection } = merchant()
    const { page, order, paymentRef } = await openAndPay()
    const refund = {
      refundId: newId<RefundId>(),
      paymentRef,
      currency: order.currency,
      amountMinor: 500,
      isFull: false,
    }
    const states = [await connection.refund(refund), await connection.refund(refund), await connection.refund(refund)]
    expect(states.every((state) => state === 'succeeded' || state === 'pending')).toBe(true)
    expect(fake.refundedOf(page.pageRef)).toBe(500)
  })

  test('concurrent refunds with the same id are made once', async () => {
    const { openAndPay, fake, connection } = merchant()
    const { page, order, paymentRef } = await openAndPay()
    const refund = {
      refundId: newId<RefundId>(),
      paymentRef,
      currency: order.currency,
      amountMinor: 500,
      isFull: false,
    }
    await Promise.allSettled([1, 2, 3, 4].map(() => connection.refund(refund)))
    await connection.refund(refund)
    expect(fake.refundedOf(page.pageRef)).toBe(500)
  })

  test('a partial refund and a refund of the rest are reported as their sum', async () => {
    const { openAndPay, latestFacts, fake, connection } = merchant()
    const purchase = await openAndPay()
    const { page, order, paymentRef } = purchase
    const refund = { paymentRef, currency: order.currency, isFull: false }
    await connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 490 })
    const part = await latestFacts(purchase, ({ refundedMinor }) => refundedMinor > 0)
    expect(part).toMatchObject({ refundedMinor: 490, paid: { amountMinor: 1990 } })

    await connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 1500 })
    const all = await latestFacts(purchase, ({ refundedMinor }) => refundedMinor > 490)
    expect(all).toMatchObject({ refundedMinor: 1990, paid: { amountMinor: 1990 } })
    expect(fake.refundedOf(page.pageRef)).toBe(1990)
  })

  test('a full refund is exact to the minor unit in every currency', async () => {
    const { openAndPay, latestFacts, fake, connection } = merchant()
    for (const currency of fake.currencies ?? ['BRL', 'JPY', 'KWD']) {
      const purchase = await openAndPay({ currency, totalMinor: 4350 })
      const { paymentRef } = purchase
      await connection.refund({ refundId: newId<RefundId>(), paymentRef, currency, amountMinor: 4350, isFull: true })
      expect(fake.refundedOf(purchase.page.pageRef)).toBe(4350)
      expect((await latestFacts(purchase, ({ refundedMinor }) => refundedMinor > 0)).refundedMinor).toBe(4350)
    }
  })

  test('refunds never exceed the paid amount', async () => {
    const { openAndPay, fake, connection } = merchant()
    const { page, order, paymentRef } = await openAndPay()
    const refund = { paymentRef, currency: order.currency, isFull: false }
    await connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 1500 })
    const state = await connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 500 }).catch(codeOf)
    expect(['failed', 'provider_refused']).toContain(state)
    expect(fake.refundedOf(page.pageRef)).toBe(1500)
  })

  test("a refund on the provider's own pages is reported in the sum of all refunds", async () => {
    const { openAndPay, latestFacts, fake, connection } = merchant()
    const purchase = await openAndPay()
    await fake.refund(purchase.page.pageRef, 300)
    expect((await latestFacts(purchase, ({ refundedMinor }) => refundedMinor > 0)).refundedMinor).toBe(300)

    const { paymentRef, order } = purchase
    const ours = { refundId: newId<RefundId>(), paymentRef, currency: order.currency, amountMinor: 200, isFull: false }
    await connection.refund(ours)
    expect((await latestFacts(purchase, ({ refundedMinor }) => refundedMinor > 300)).refundedMinor).toBe(500)

    await fake.refund(purchase.page.pageRef)
    expect((await latestFacts(purchase, ({ refundedMinor }) => refundedMinor > 500)).refundedMinor).toBe(1990)
    expect((await connection.queryPayment(purchase.refs))?.refundedMinor).toBe(1990)
  })

  test.each(['won', 'lost'] as const)('a dispute is reported when it is opened and when it is %s', async (end) => {
    const { openAndPay, latestFacts, fake } = merchant()
    const purchase = await openAndPay()
    await fake.dispute(purchase.page.pageRef, 'open')
    const open = await latestFacts(purchase, ({ dispute }) => dispute !== 'none')
    expect(open).toMatchObject({ dispute: 'open', paymentRef: purchase.paymentRef, paid: { amountMinor: 1990 } })

    await fake.dispute(purchase.page.pageRef, end)
    const decided = await latestFacts(purchase, ({ dispute }) => dispute !== 'open')
    expect(decided).toMatchObject({ dispute: end, paymentRef: purchase.paymentRef })
  })
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code
}
