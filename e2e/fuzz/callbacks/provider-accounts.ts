import { createHmac, randomUUID } from 'node:crypto'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type CheckoutId, formatId } from '../../../server/src/ids.ts'
import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import type { FakeProvider } from '../../../server/test/providers/fake-provider.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { CallbackSetup, ConnectedStore } from './callback-setup.ts'

/** A payment that the provider has not reported yet. */
export type UnreportedPayment = { checkoutId: CheckoutId; eventId: string; url: string; body: string }

/** The account of a store at a provider. */
export type ProviderAccount = {
  provider: ProviderName
  path: string
  /** The callback path of the other store. */
  otherPath: string
  /** Signs the callbacks. */
  secret: string
  otherSecret: string
  /** Other values of the account, which do not sign callbacks. */
  notSecrets: string[]
  /** Opens a checkout and pays it. The provider does not send the callback. */
  pay: () => Promise<UnreportedPayment>
  sign: (payment: UnreportedPayment, change?: { secret?: string; at?: Date }) => Promise<CallbackParts>
}

export type ProviderAccounts = Record<ProviderName, ProviderAccount>

export function createProviderAccounts(setup: CallbackSetup): ProviderAccounts {
  const { stripe, mercadopago, paypal } = setup.providers.fakes
  let paypalPayments = 0
  return {
    sandbox: createSandboxAccount(setup),
    stripe: createAccount(setup, 'stripe', stripe, async (pageRef) => {
      const callbacks = await callbacksOf(stripe, () => stripe.pay(pageRef))
      return callbacks.filter(({ body }) => body.includes('"checkout.session.completed"'))
    }),
    mercadopago: createAccount(setup, 'mercadopago', mercadopago, (pageRef) =>
      callbacksOf(mercadopago, () => mercadopago.pay(pageRef)),
    ),
    paypal: createAccount(setup, 'paypal', paypal, async (pageRef) => {
      const approved = await callbacksOf(paypal, () => paypal.pay(pageRef))
      if (paypalPayments++ % 2 === 0) return approved
      // Every second payment is already captured, so the product accepts its callback without asking PayPal.
      return callbacksOf(
        paypal,
        async () => void (await paypal.provider.connect(paypal.credentials).queryPayment({ pageRef })),
      )
    }),
  }
}

type Callbacks = FakeProvider['signedCallbacks']

async function callbacksOf({ signedCallbacks }: FakeProvider, act: () => Promise<void>): Promise<Callbacks> {
  const before = signedCallbacks.length
  await act()
  while (signedCallbacks.length === before) await nextTick()
  return signedCallbacks.slice(before)
}

function createAccount(
  setup: CallbackSetup,
  provider: ProviderName,
  fake: FakeProvider,
  payPage: (pageRef: string) => Promise<Callbacks>,
): ProviderAccount {
  const secretIn = ({ webhookSecret, webhookId }: Record<string, string>) => webhookSecret ?? webhookId ?? ''
  const path = callbackPath(provider, setup.live)
  return {
    provider,
    path,
    otherPath: callbackPath(provider, setup.otherLive),
    secret: secretIn(fake.credentials),
    otherSecret: secretIn(fake.otherCredentials),
    notSecrets: Object.values(fake.credentials).filter((value) => value !== secretIn(fake.credentials)),
    async pay() {
      const { checkoutId, pageRef } = await setup.openCheckout(setup.live, provider)
      const [callback] = await payPage(pageRef)
      if (!callback) throw new Error(`${provider} created no callback`)
      return { checkoutId, eventId: '', url: callback.url, body: addNote(callback.body) }
    },
    async sign({ url, body }, { secret, at = new Date() } = {}) {
      const secretOf = secret === undefined ? {} : { secretOf: { webhookSecret: secret, webhookId: secret } }
      const signed = await fake.sign(body, { at, url, ...secretOf })
      const query = new URL(signed.url).search.slice(1)
      return { provider, path, query, headers: Object.entries(signed.headers), body: Buffer.from(body) }
    },
  }
}

function createSandboxAccount(setup: CallbackSetup): ProviderAccount {
  const provider = 'sandbox'
  const { storeId } = setup.test
  const path = callbackPath(provider, setup.test)
  const secretOf = ({ credentials }: ConnectedStore) => credentials.sandbox?.['secret'] ?? ''
  return {
    provider,
    path,
    otherPath: callbackPath(provider, setup.otherTest),
    secret: secretOf(setup.test),
    otherSecret: secretOf(setup.otherTest),
    notSecrets: [storeId, 'f1'],
    async pay() {
      const { checkoutId } = await setup.openCheckout(setup.test, provider)
      const paid = { amountMinor: 1_990, currency: 'BRL' }
      const state = { paid, refundedMinor: 0, dispute: 'none', closed: false }
      const data = { storeId, checkoutId: formatId('chk', checkoutId), ...state }
      return {
        checkoutId,
        eventId: randomUUID(),
        url: '',
        body: addNote(JSON.stringify({ type: 'payment.paid', data })),
      }
    },
    async sign({ eventId, body }, { secret = secretOf(setup.test), at = new Date() } = {}) {
      const signedAt = String(Math.floor(at.getTime() / 1_000))
      const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      const headers = Object.entries({
        'content-type': 'application/json',
        'webhook-id': eventId,
        'webhook-timestamp': signedAt,
        'webhook-signature': `v1,${hmac.update(`${eventId}.${signedAt}.${body}`).digest('base64')}`,
      })
      return { provider, path, query: '', headers, body: Buffer.from(body) }
    },
  }
}

/** Adds free text with a replacement character, which a careless decoder also makes of bytes that are not UTF-8. */
function addNote(body: string): string {
  return body.replace('{', '{"note":"Zoë \ufffd",')
}

function callbackPath(provider: ProviderName, { storeId }: ConnectedStore): string {
  return `/api/payments/1.0/${provider}/${storeId}`
}

/** The same path for the other providers. */
export function pathsOfOtherProviders(path: string): string[] {
  return PROVIDERS.map((name) => path.replace(/[^/]+(?=\/sto_)/, name)).filter((other) => other !== path)
}
