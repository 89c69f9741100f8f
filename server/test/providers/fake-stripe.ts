import { createHmac } from 'node:crypto'
import { createStripe } from '../../src/payments/stripe/stripe.ts'
import type { Behaviour, FakeProvider, SignedCallback } from './fake-provider.ts'
import { createCallbackSender } from './callback-sender.ts'
import type { StoreMode } from '../../src/stores/store.ts'
import { createStripeAccount } from './fake-stripe-account.ts'
import { answerCall, StripeRefusal } from './fake-stripe-api.ts'
import {
  chargeObject,
  disputeObject,
  intentObject,
  newStripeId,
  paymentRecord,
  refundedSum,
  sessionObject,
  type StripePurchase,
  toMinor,
  toStripe,
} from './fake-stripe-objects.ts'
import { startStripeServer } from './fake-stripe-server.ts'
import { createStripeSubscriptions } from './subscriptions/fake-stripe-subscriptions.ts'

const createCredentials = (mode: StoreMode, name: string) => ({
  secretKey: `sk_${mode}_51FakeKeyOf${name}`,
  webhookSecret: `whsec_FakeSecretOf${name}`,
})
const DISPUTES = { open: 'needs_response', won: 'won', lost: 'lost' }

export type FakeStripe = FakeProvider & {
  /** The buyer uses a payment method that takes days. */
  startDelayedPayment: (pageRef: string) => Promise<void>
  finishDelayedPayment: (pageRef: string, to: 'succeeded' | 'failed') => Promise<void>
  /** Sends an event with any object. */
  emit: (type: string, object: object) => Promise<void>
  purchaseOf: (pageRef: string) => StripePurchase
  /** Paths that the key may not use, as with a restricted key. */
  deny: (paths: readonly string[]) => void
  webhookEndpoints: { id: string; url: string; enabled_events: string[] }[]
  requests: Awaited<ReturnType<typeof startStripeServer>>['requests']
  forgetIdempotencyKeys: () => void
}

export async function startFakeStripe({
  requestTimeoutMs = 1_500,
  mode = 'live',
}: { requestTimeoutMs?: number; mode?: StoreMode } = {}): Promise<FakeStripe> {
  const credentials = createCredentials(mode, 'TheStore0001')
  const livemode = mode === 'live'
  let denied: readonly string[] = []
  const account = createStripeAccount({ livemode, denied: () => denied })
  const purchases: StripePurchase[] = []
  let behaviour: Behaviour = {}
  let endpoint = 'http://callbacks.invalid/'
  const callbackSender = createCallbackSender(() => behaviour)
  const server = await startStripeServer({
    secretKey: credentials.secretKey,
    behaviour: () => behaviour,
    answer: (call) =>
      account.answer(call) ??
      subscriptions.answer(call) ??
      answerCall(purchases, call, {
        livemode,
        refunded: (purchase) => void emit('charge.refunded', chargeObject(purchase)),
        expire: (purchase) => {
          if (purchase.state !== 'open')
            throw new StripeRefusal(400, {
              message: `Only open sessions can be expired, this one is ${purchase.state}`,
            })
          void expire(purchase)
          return sessionObject(purchase)
        },
      }),
  })

  const subscriptions = createStripeSubscriptions({ livemode, purchases, purchaseOf, emit })

  async function emit(type: string, object: object): Promise<void> {
    const created = Math.floor(Date.now() / 1000)
    const event = { id: newStripeId('evt'), object: 'event', api_version: '2026-10-28.endive', created, type }
    const marked = 'livemode' in object ? object.livemode : livemode
    const callback = sign(JSON.stringify({ ...event, data: { object }, livemode: marked, pending_webhooks: 1 }))
    await callbackSender.add(callback)
  }

  function sign(
    body: string,
    { secretOf = credentials, at = new Date(), url = endpoint }: SignOptions = {},
  ): SignedCallback {
    const time = Math.floor(at.getTime() / 1000)
    const signature = createHmac('sha256', secretOf['webhookSecret'] ?? '')
      .update(`${time}.${body}`)
      .digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }
    return { url, headers, body }
  }

  function purchaseOf(pageRef: string): StripePurchase {
    const purchase = purchases.find(({ sessionId }) => sessionId === pageRef)
    if (!purchase) throw new Error(`Stripe has no page ${pageRef}`)
    return purchase
  }

  async function expire(purchase: StripePurchase): Promise<void> {
    purchase.state = 'expired'
    if (purchase.intent) purchase.intent.state = 'canceled'
    await emit('checkout.session.expired', sessionObject(purchase))
  }

  function start(pageRef: string): StripePurchase & { intent: NonNullable<StripePurchase['intent']> } {
    const purchase = purchaseOf(pageRef)
    if (purchase.state !== 'open') throw new Error(`The page is ${purchase.state}`)
    purchase.intent ??= { id: newStripeId('pi'), chargeId: newStripeId('ch'), state: 'requires_payment_method' }
    return purchase as ReturnType<typeof start>
  }

  return {
    provider: createStripe({ apiUrl: server.apiUrl, requestTimeoutMs }),
    url: server.apiUrl.origin,
    credentials,
    otherCredentials: createCredentials(mode, 'AStranger001'),
    requestTimeoutMs,
    signedCallbacks: callbackSender.signedCallbacks,
    requests: server.requests,
    forgetIdempotencyKeys: server.forgetIdempotencyKeys,
    close: server.close,
    sendWithheld: () => callbackSender.sendWithheld(),
    emit,
    deny: (paths) => void (denied = paths),
    webhookEndpoints: account.endpoints,
    purchaseOf,
    sign: async (body, change) => sign(body, change),
    setCallbackUrl: (callbackUrl) => void (endpoint = callbackUrl),
    behave: (change) => void (behaviour = change),
    returnUrlOf: (pageRef) => purchaseOf(pageRef).returnUrl,
    cancelUrlOf: (pageRef) => purchaseOf(pageRef).cancelUrl,
    refundedOf: (pageRef) => toMinor(refundedSum(purchaseOf(pageRef)), purchaseOf(pageRef).currency),
    listPayments: () => purchases.filter(({ intent }) => intent?.state === 'succeeded').map(paymentRecord),
    subscriptions,
    async pay(pageRef, change = {}) {
      if (purchaseOf(pageRef).subscription) return subscriptions.start(pageRef)
      const purchase = start(pageRef)
      if (change.currency !== undefined) purchase.currency = change.currency.toLowerCase()
      if (change.amountMinor !== undefined) purchase.total = toStripe(change.amountMinor, purchase.currency)
      purchase.intent.state = 'succeeded'
      purchase.state = 'complete'
      await emit('payment_intent.succeeded', intentObject(purchase))
      await emit('checkout.session.completed', sessionObject(purchase))
    },
    async decline(pageRef) {
      await emit('payment_intent.payment_failed', intentObject(start(pageRef)))
    },
    async startDelayedPayment(pageRef) {
      const purchase = start(pageRef)
      purchase.intent.state = 'processing'
      purchase.state = 'complete'
      await emit('checkout.session.completed', sessionObject(purchase))
    },
    async finishDelayedPayment(pageRef, to) {
      const purchase = purchaseOf(pageRef)
      if (purchase.intent) purchase.intent.state = to === 'failed' ? 'requires_payment_method' : 'succeeded'
      await emit(`checkout.session.async_payment_${to}`, sessionObject(purchase))
    },
    async expirePage(pageRef) {
      const purchase = purchaseOf(pageRef)
      if (purchase.state !== 'open') throw new Error(`The page is ${purchase.state}`)
      await expire(purchase)
    },
    async refund(pageRef, amountMinor) {
      const purchase = purchaseOf(pageRef)
      const left = purchase.total - refundedSum(purchase)
      const amount = amountMinor === undefined ? left : toStripe(amountMinor, purchase.currency)
      const created = Math.floor(Date.now() / 1000)
      purchase.refunds.push({ id: newStripeId('re'), amount, metadata: {}, created, status: 'succeeded' })
      await emit('charge.refunded', chargeObject(purchase))
    },
    async dispute(pageRef, to) {
      const purchase = purchaseOf(pageRef)
      purchase.dispute = { id: purchase.dispute?.id ?? newStripeId('du'), status: DISPUTES[to] }
      await emit(to === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed', disputeObject(purchase))
      if (to === 'open') await emit('charge.dispute.funds_withdrawn', disputeObject(purchase))
    },
  }
}

type SignOptions = NonNullable<Parameters<FakeProvider['sign']>[1]>
