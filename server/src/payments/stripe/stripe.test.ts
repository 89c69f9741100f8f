import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FakeStripe, startFakeStripe } from '../../../test/providers/fake-stripe.ts'
import { providerSuite } from '../../../test/providers/provider-suite.ts'
import { toCallback, type TestMerchant, startTestMerchant } from '../../../test/providers/test-merchant.ts'
import { type CheckoutId, formatId, newId, type RefundId } from '../../ids.ts'
import { createStripe } from './stripe.ts'

providerSuite('Stripe', startFakeStripe)

let fake: FakeStripe
let merchant: TestMerchant
beforeAll(async () => {
  fake = await startFakeStripe()
  merchant = await startTestMerchant(fake)
})
afterAll(() => merchant.close())

describe('payment pages', () => {
  test('the session and the payment intent both have our ids as metadata', async () => {
    const { order, page } = await merchant.open()
    const ids = { storeId: formatId('sto', order.storeId), checkoutId: formatId('chk', order.checkoutId) }
    expect(fake.purchaseOf(page.pageRef)).toMatchObject({
      metadata: ids,
      intentMetadata: ids,
      reference: ids.checkoutId,
    })
  })

  test('a page expires with its checkout, within the limits of Stripe', async () => {
    const expiryIn = async (minutes: number) => {
      const { page } = await merchant.open({ expiresAt: new Date(Date.now() + minutes * 60_000) })
      return Math.round((fake.purchaseOf(page.pageRef).expiresAt - Date.now() / 1000) / 60)
    }
    expect(await expiryIn(120)).toBe(120)
    expect(await expiryIn(10)).toBe(35)
    expect(await expiryIn(60 * 72)).toBe(24 * 60 - 5)
  })

  test('opening a page again sends the same parameters', async () => {
    const { order, page } = await merchant.open({ expiresAt: new Date(Date.now() + 60_000) })
    expect(await merchant.connection.openPaymentPage(order)).toEqual(page)
    const sent = fake.requests.filter(({ idempotencyKey }) =>
      idempotencyKey?.endsWith(formatId('chk', order.checkoutId)),
    )
    expect(sent.length).toBe(2)
    expect(sent[0]?.form.toString()).toBe(sent[1]?.form.toString())
  })

  test('a restricted key without access to invoices sells no subscription', async () => {
    fake.deny(['/v1/invoices'])
    onTestFinished(() => fake.deny([]))
    await expect(merchant.open({ billingPeriod: 'P1M' })).rejects.toThrow('Invoices (read)')
  })

  test('a checkout that expires too soon cannot be paid', async () => {
    const hourAgo = (Date.now() - 3_600_000).toString(16).padStart(12, '0')
    const id = newId<CheckoutId>()
    const checkoutId = `${hourAgo.slice(0, 8)}-${hourAgo.slice(8)}${id.slice(13)}` as CheckoutId
    const late = merchant.open({ checkoutId, expiresAt: new Date(Date.now() + 60_000) })
    await expect(late).rejects.toMatchObject({ code: 'not_payable', message: expect.stringContaining('30 minutes') })
  })
})

describe('delayed payments', () => {
  test('are neither paid nor closed until they succeed', async () => {
    const purchase = await merchant.open()
    await fake.startDelayedPayment(purchase.page.pageRef)
    const waiting = await merchant.factsFromCallbacks(purchase, ({ paymentRef }) => paymentRef !== null)
    expect(waiting).toMatchObject({ paid: null, closed: false })
    expect(await merchant.connection.queryPayment(purchase.refs)).toEqual(waiting)

    await fake.finishDelayedPayment(purchase.page.pageRef, 'succeeded')
    const paid = await merchant.factsFromCallbacks(purchase, (facts) => facts.paid !== null)
    expect(await merchant.connection.queryPayment(purchase.refs)).toEqual(paid)
  })

  test('are closed when they fail', async () => {
    const purchase = await merchant.open()
    await fake.startDelayedPayment(purchase.page.pageRef)
    await fake.finishDelayedPayment(purchase.page.pageRef, 'failed')
    const failed = await merchant.factsFromCallbacks(purchase, ({ closed }) => closed)
    expect(failed.paid).toBeNull()
    expect(await merchant.connection.queryPayment(purchase.refs)).toEqual(failed)
  })
})

describe('refunds and disputes', () => {
  test('refunds and disputes are reported by callbacks and by queries', async () => {
    const purchase = await merchant.openAndPay()
    await fake.refund(purchase.page.pageRef, 500)
    await merchant.factsFromCallbacks(purchase, ({ refundedMinor }) => refundedMinor === 500)
    for (const dispute of ['open', 'won', 'lost'] as const) {
      await fake.dispute(purchase.page.pageRef, dispute)
      const reported = await merchant.factsFromCallbacks(purchase, (facts) => facts.dispute === dispute)
      expect(await merchant.connection.queryPayment(purchase.refs)).toEqual(reported)
      expect(await merchant.connection.queryPayment({ paymentRef: purchase.paymentRef })).toEqual(reported)
    }
  })

  test('a dispute that arrives before its payment contains the id to query', async () => {
    fake.behave({ withhold: true, shuffle: true })
    onTestFinished(() => fake.behave({}))
    const purchase = await merchant.open()
    await fake.pay(purchase.page.pageRef)
    await fake.dispute(purchase.page.pageRef, 'open')
    await fake.sendWithheld()
    const [first] = merchant.received(purchase)
    if (!first) throw new Error('no callback arrived')
    const { content } = await merchant.connection.readCallback(first)
    expect(content).toMatchObject({ facts: { checkoutId: null, paid: null, dispute: 'open' } })
    const paymentRef = fake.purchaseOf(purchase.page.pageRef).intent?.id ?? ''
    expect(await merchant.connection.queryPayment({ paymentRef })).toMatchObject({
      checkoutId: formatId('chk', purchase.order.checkoutId),
      paid: { amountMinor: 1990 },
      dispute: 'open',
    })
  })

  test.each([
    ['warning_needs_response', 'open'],
    ['warning_closed', 'won'],
    ['prevented', 'won'],
    ['appeal_under_review', 'open'],
    ['an unknown status', 'open'],
  ])('a dispute with the status %s is %s', async (status, dispute) => {
    const purchase = await merchant.openAndPay()
    await fake.dispute(purchase.page.pageRef, 'open')
    fake.purchaseOf(purchase.page.pageRef).dispute = { id: 'du_1', status }
    expect(await merchant.connection.queryPayment(purchase.refs)).toMatchObject({ dispute })
  })

  test('a refund is made once, even after Stripe has deleted the idempotency key', async () => {
    const purchase = await merchant.openAndPay()
    const refund = { ...refundOf(purchase), amountMinor: 500, isFull: false }
    await merchant.connection.refund(refund)
    fake.forgetIdempotencyKeys()
    expect(await merchant.connection.refund(refund)).toBe('succeeded')
    expect(fake.refundedOf(purchase.page.pageRef)).toBe(500)
  })

  test.each([
    ['succeeded', 'succeeded'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('a refund with the Stripe status %s is %s', async (status, state) => {
    const purchase = await merchant.openAndPay()
    const refund = { ...refundOf(purchase), amountMinor: 500, isFull: false }
    await merchant.connection.refund(refund)
    for (const created of fake.purchaseOf(purchase.page.pageRef).refunds) created.status = status
    expect(await merchant.connection.refund(refund)).toBe(state)
  })
})

describe('events', () => {
  const read = async (type: string, object: object) => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type,
      livemode: true,
      data: { object: { livemode: true, ...object } },
    }
    return (await merchant.connection.readCallback(toCallback(await fake.sign(JSON.stringify(event))))).content
  }

  test('events of other software that uses the same account are ignored', async () => {
    const session = { status: 'complete', payment_status: 'paid', amount_total: 555, currency: 'eur', metadata: {} }
    const charge = { status: 'succeeded', amount_captured: 5, amount_refunded: 5, currency: 'eur', disputed: false }
    expect(await read('checkout.session.completed', { ...session, payment_intent: 'pi_1' })).toBe('ignored')
    expect(await read('checkout.session.completed', { ...session, currency: 'cop', payment_intent: null })).toBe(
      'ignored',
    )
    expect(await read('charge.refunded', { ...charge, payment_intent: null, metadata: {} })).toBe('ignored')
    expect(await read('charge.dispute.created', { status: 'lost', payment_intent: null })).toBe('ignored')
    const details = { subscription: 'sub_1', metadata: {} }
    expect(await read('invoice.paid', { parent: { subscription_details: details } })).toBe('ignored')
    expect(await read('invoice.paid', { parent: null })).toBe('ignored')
    expect(await read('customer.subscription.deleted', { id: 'sub_1', metadata: {} })).toBe('ignored')
  })

  test('invoices name their subscription in the present and in the older format', async () => {
    const metadata = { storeId: 'sto_1', checkoutId: 'chk_1' }
    const content = { subscriptionRefs: { subscriptionRef: 'sub_1' } }
    const parent = { subscription_details: { subscription: 'sub_1', metadata } }
    expect(await read('invoice.paid', { parent })).toEqual(content)
    expect(await read('invoice.paid', { subscription: 'sub_1', subscription_details: { metadata } })).toEqual(content)
  })

  test('a signature next to one of an older secret is accepted; two timestamps or an older scheme are refused', async () => {
    const { url, body, headers } = await fake.sign('{"id":"evt_1","type":"x","livemode":true,"data":{"object":{}}}')
    const right = headers['stripe-signature'] ?? ''
    const outcome = (signature: string) =>
      merchant.connection.readCallback(toCallback({ url, body, headers: { 'stripe-signature': signature } })).then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      )
    expect(await outcome(`${right},v1=${'0'.repeat(64)}`)).toBe('accepted')
    expect(await outcome(`t=1,${right}`)).toBe('signature_invalid')
    expect(await outcome(right.replace('v1=', 'v0='))).toBe('signature_invalid')
  })
})

describe('invalid responses', () => {
  const connectTo = async (listener: RequestListener) => {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const apiUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    return createStripe({ apiUrl, requestTimeoutMs: 300 }).connect(fake.credentials)
  }

  test('Stripe is unavailable if it cannot be reached, answers with HTML or never ends its response', async () => {
    const unreachable = createStripe({ apiUrl: new URL('http://127.0.0.1:1'), requestTimeoutMs: 300 }).connect(
      fake.credentials,
    )
    const proxy = await connectTo((_, response) => response.end('<html>'))
    const endless = await connectTo((_, response) => {
      response.write('{')
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    })
    for (const connection of [unreachable, proxy, endless]) {
      await expect(connection.queryPayment({ pageRef: 'cs_1' })).rejects.toMatchObject({ code: 'provider_unavailable' })
    }
  })

  test('a response with an unknown shape is refused', async () => {
    const connection = await connectTo((_, response) => response.end('{"id":"cs_1","status":5}'))
    await expect(connection.queryPayment({ pageRef: 'cs_1' })).rejects.toMatchObject({ code: 'provider_refused' })
  })

  test('the error of a refusal has the code and the request id of Stripe', async () => {
    const refused = merchant.connection.queryPayment({ pageRef: 'cs_missing' })
    await expect(refused).rejects.toThrow('Stripe refused: resource_missing (req_fake)')
  })

  test('a query needs the id of a page or of a payment', async () => {
    expect(await merchant.connection.queryPayment({ checkoutId: newId<CheckoutId>() })).toBeUndefined()
  })
})

function refundOf({ order, paymentRef }: { order: { currency: string }; paymentRef: string }) {
  return { refundId: newId<RefundId>(), paymentRef, currency: order.currency }
}
