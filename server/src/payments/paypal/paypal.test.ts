import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FakePaypal, startFakePaypal } from '../../../test/providers/fake-paypal.ts'
import { providerSuite } from '../../../test/providers/provider-suite.ts'
import { toCallback } from '../../../test/providers/test-merchant.ts'
import { type CheckoutId, newId, type RefundId, type StoreId } from '../../ids.ts'
import type { ProviderConnection, PaymentPageRequest } from '../provider.ts'

providerSuite('PayPal', () => startFakePaypal())

describe('PayPal', () => {
  let fake: FakePaypal
  let connection: ProviderConnection
  beforeAll(async () => {
    fake = await startFakePaypal()
    connection = fake.provider.connect(fake.credentials)
  })
  afterAll(() => fake.close())

  function order(change: Partial<PaymentPageRequest> = {}): PaymentPageRequest {
    const totalMinor = change.totalMinor ?? 1990
    return {
      storeId: newId<StoreId>(),
      checkoutId: newId<CheckoutId>(),
      storeName: 'Vale',
      currency: 'BRL',
      totalMinor,
      lines: [{ name: 'VIP', quantity: 1, priceMinor: totalMinor }],
      expiresAt: new Date(Date.now() + 3_600_000),
      returnUrl: 'https://vale.example/paid',
      cancelUrl: 'https://vale.example/cart',
      pagesUrl: 'https://vale.example',
      callbackUrl: 'https://vale.example/callbacks',
      billingPeriod: null,
      renewalMinor: null,
      buyerEmail: null,
      ...change,
    }
  }

  async function approved(change: Partial<PaymentPageRequest> = {}): Promise<string> {
    const { pageRef } = await connection.openPaymentPage(order(change))
    await fake.pay(pageRef)
    return pageRef
  }

  async function paid(change: Partial<PaymentPageRequest> = {}) {
    const pageRef = await approved(change)
    const facts = await connection.queryPayment({ pageRef })
    return { pageRef, paymentRef: facts?.paymentRef ?? '', facts }
  }

  const captures = (pageRef: string) =>
    fake.signedCallbacks.filter(({ body }) => body.includes('PAYMENT.CAPTURE.COMPLETED') && body.includes(pageRef))
      .length

  test('a payment of a subscription that PayPal does not list yet is read by its id', async () => {
    const { pageRef } = await connection.openPaymentPage(order({ billingPeriod: 'P1M' }))
    fake.subscriptions.delayList(true)
    onTestFinished(() => fake.subscriptions.delayList(false))
    await fake.pay(pageRef)
    const sale = fake.signedCallbacks.findLast(({ body }) => body.includes('PAYMENT.SALE.COMPLETED'))
    if (!sale) throw new Error('there is no callback about the payment')
    const { content } = await connection.readCallback(toCallback(sale))
    const named = content !== 'ignored' && 'subscriptionRefs' in content ? content.subscriptionRefs : {}
    expect((await connection.subscriptions?.query({ subscriptionRef: pageRef }))?.invoices).toEqual([])
    expect(await connection.subscriptions?.query(named)).toMatchObject({
      subscriptionRef: pageRef,
      startedAt: expect.any(Date),
      invoices: [{ failed: false, facts: { paid: { amountMinor: 1990, currency: 'BRL' } } }],
    })
  })

  test('ten concurrent queries after the approval capture the order once', async () => {
    const pageRef = await approved()
    expect(captures(pageRef)).toBe(0)
    const answers = await Promise.all(Array.from({ length: 10 }, () => connection.queryPayment({ pageRef })))
    expect(new Set(answers.map((facts) => facts?.paymentRef)).size).toBe(1)
    expect(answers.every((facts) => facts?.paid?.amountMinor === 1990)).toBe(true)
    expect(captures(pageRef)).toBe(1)
  })

  test('an order that is already captured is not captured again', async () => {
    const { pageRef, facts } = await paid()
    fake.forgetRequestIds()
    fake.serveStaleOrder(pageRef)
    expect(await connection.queryPayment({ pageRef })).toEqual(facts)
    expect(captures(pageRef)).toBe(1)
  })

  test('a buyer can approve again after a decline', async () => {
    const { pageRef } = await connection.openPaymentPage(order())
    await fake.decline(pageRef)
    expect((await connection.queryPayment({ pageRef }))?.paid ?? null).toBeNull()
    await fake.pay(pageRef)
    expect((await connection.queryPayment({ pageRef }))?.paid).toEqual({ amountMinor: 1990, currency: 'BRL' })
  })

  test('concurrent and repeated calls open one page per checkout', async () => {
    const checkout = order()
    const pages = await Promise.all([1, 2, 3].map(() => connection.openPaymentPage(checkout)))
    pages.push(await connection.openPaymentPage(checkout))
    expect(new Set(pages.map(({ pageRef }) => pageRef)).size).toBe(1)
  })

  test('a second order of a checkout, created after PayPal has deleted the request id, cannot be captured', async () => {
    const checkout = order()
    const first = await connection.openPaymentPage(checkout)
    fake.forgetRequestIds()
    const second = await connection.openPaymentPage(checkout)
    expect(second.pageRef).not.toBe(first.pageRef)
    await fake.pay(first.pageRef)
    await fake.pay(second.pageRef)
    expect((await connection.queryPayment(first))?.paid?.amountMinor).toBe(1990)
    expect(await connection.queryPayment(second)).toMatchObject({ paid: null, closed: false })
    expect(captures(second.pageRef)).toBe(0)
  })

  test('a pending capture is not paid', async () => {
    const pageRef = await approved()
    fake.hold(pageRef)
    expect(await connection.queryPayment({ pageRef })).toMatchObject({ paid: null, closed: false })
  })

  test('a token is reused, and fetched again when PayPal rejects it', async () => {
    const before = fake.tokensGiven()
    await paid()
    await fake.provider.connect(fake.credentials).openPaymentPage(order())
    expect(fake.tokensGiven()).toBe(before)
    fake.forgetTokens()
    await connection.openPaymentPage(order())
    expect(fake.tokensGiven()).toBe(before + 1)
  })

  test('calls succeed again after a failed token request', async () => {
    const other = await startFakePaypal()
    const fresh = other.provider.connect(other.credentials)
    other.behave({ failWith: 503 })
    await expect(fresh.openPaymentPage(order())).rejects.toMatchObject({ code: 'provider_unavailable' })
    other.behave({})
    expect((await fresh.openPaymentPage(order())).pageRef).not.toBe('')
    await other.close()
  })

  test.each(['HUF', 'TWD'])('%s is paid and refunded in whole units, and a fraction is refused', async (currency) => {
    const { pageRef, paymentRef, facts } = await paid({ currency, totalMinor: 199_000 })
    expect(facts?.paid).toEqual({ amountMinor: 199_000, currency })
    const odd = connection.openPaymentPage(order({ currency, totalMinor: 199_050 }))
    await expect(odd).rejects.toMatchObject({
      code: 'not_payable',
      message: expect.stringContaining(currency) as string,
    })

    const refund = { paymentRef, currency, isFull: false }
    const oddRefund = connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 50 })
    await expect(oddRefund).rejects.toMatchObject({ code: 'provider_refused' })
    await connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 500 })
    expect(fake.refundedOf(pageRef)).toBe(500)
    expect((await connection.queryPayment({ pageRef }))?.refundedMinor).toBe(500)
  })

  test('fractional lines that add up to whole units can be paid', async () => {
    const halves = { name: 'Half', quantity: 2, priceMinor: 99_550 }
    const whole = { name: 'Whole', quantity: 1, priceMinor: 900 }
    for (const [lines, totalMinor] of [
      [[halves], 199_100],
      [[whole, halves], 200_000],
    ] as const) {
      const { facts } = await paid({ currency: 'HUF', lines: [...lines], totalMinor })
      expect(facts?.paid).toEqual({ amountMinor: totalMinor, currency: 'HUF' })
    }
  })

  test('long names and lines that do not add up to the total can be paid', async () => {
    const long = { name: '⚔'.repeat(500), quantity: 2, priceMinor: 995 }
    expect((await paid({ lines: [long], storeName: 'é'.repeat(500) })).facts?.paid?.amountMinor).toBe(1990)
    const discounted = { name: 'VIP', quantity: 1, priceMinor: 2500 }
    expect((await paid({ lines: [discounted] })).facts?.paid?.amountMinor).toBe(1990)
  })

  test('a full refund returns what is left and succeeds if nothing is left', async () => {
    const { pageRef, paymentRef } = await paid()
    await fake.refund(pageRef, 500)
    const everything = { paymentRef, currency: 'BRL', amountMinor: 1990, isFull: true }
    expect(await connection.refund({ ...everything, refundId: newId<RefundId>() })).toBe('succeeded')
    expect(await connection.refund({ ...everything, refundId: newId<RefundId>() })).toBe('succeeded')
    expect(fake.refundedOf(pageRef)).toBe(1990)
    expect((await connection.queryPayment({ paymentRef }))?.refundedMinor).toBe(1990)
  })

  test('an unknown payment returns no facts, and a deleted order is closed', async () => {
    expect(await connection.queryPayment({ paymentRef: '7XX77777XX777777X' })).toBeUndefined()
    expect(await connection.queryPayment({ pageRef: '7XX77777XX777777X' })).toMatchObject({ paid: null, closed: true })
    const { pageRef, paymentRef } = await paid()
    expect(await connection.queryPayment({ pageRef: '7XX77777XX777777X', paymentRef })).toMatchObject({
      paymentRef,
      closed: false,
    })
    expect(await connection.queryPayment({})).toBeUndefined()
    expect(captures(pageRef)).toBe(1)
  })
})
