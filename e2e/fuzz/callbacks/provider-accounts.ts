import { setImmediate as nextTick } from 'node:timers/promises'
import { type CheckoutId, formatId } from '../../../server/src/ids.ts'
import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import { signSandboxCallback } from '../../../server/src/payments/sandbox/sandbox-callback.ts'
import type { FakeProvider, SignedCallback } from '../../../server/test/providers/fake-provider.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { CallbackSetup, ConnectedStore, OpenCheckout } from './callback-setup.ts'

/** A payment that the provider has not reported yet. */
export type UnreportedPayment = { checkoutId: CheckoutId; url: string; body: string }

/** The account of a store at a provider. */
export type ProviderAccount = ReturnType<typeof createAccount>

type Payer = Pick<FakeProvider, 'sign'> & {
  /** Pays a checkout, and returns the callback about it. */
  pay: (checkout: OpenCheckout) => Promise<Pick<SignedCallback, 'url' | 'body'>>
}

export function createProviderAccounts(setup: CallbackSetup): ProviderAccount[] {
  const { stripe, mercadopago, paypal } = setup.fakes
  let paypalPayments = 0
  const payers: Record<ProviderName, Payer> = {
    sandbox: { sign: signSandbox, pay: async (checkout) => createSandboxCallback(setup.test.own, checkout) },
    stripe: { sign: stripe.sign, pay: ({ pageRef }) => lastCallback(stripe, () => stripe.pay(pageRef)) },
    mercadopago: {
      sign: mercadopago.sign,
      pay: ({ pageRef }) => lastCallback(mercadopago, () => mercadopago.pay(pageRef)),
    },
    paypal: {
      sign: paypal.sign,
      async pay({ pageRef }) {
        const approved = await lastCallback(paypal, () => paypal.pay(pageRef))
        if (paypalPayments++ % 2 === 0) return approved
        // Every second payment is already captured, so the product accepts its callback without asking PayPal.
        return lastCallback(paypal, () => paypal.provider.connect(paypal.credentials).queryPayment({ pageRef }))
      },
    },
  }
  return PROVIDERS.map((provider) => createAccount(setup, provider, payers[provider]))
}

async function lastCallback({ signedCallbacks }: FakeProvider, act: () => Promise<unknown>): Promise<SignedCallback> {
  const before = signedCallbacks.length
  await act()
  for (;;) {
    const callback = signedCallbacks.slice(before).at(-1)
    if (callback) return callback
    await nextTick()
  }
}

function createAccount(setup: CallbackSetup, provider: ProviderName, payer: Payer) {
  const { own, other } = provider === 'sandbox' ? setup.test : setup.live
  const pathOf = ({ storeId }: ConnectedStore) => `/api/payments/1.0/${provider}/${storeId}`
  const secretOf = ({ credentials }: ConnectedStore) => {
    const { secret, webhookSecret, webhookId } = credentials[provider] ?? {}
    return secret ?? webhookSecret ?? webhookId ?? ''
  }
  const path = pathOf(own)
  const ownSecret = secretOf(own)
  return {
    provider,
    path,
    /** The callback path of the other store. */
    otherPath: pathOf(other),
    /** Signs the callbacks. */
    secret: ownSecret,
    otherSecret: secretOf(other),
    /** Other values of the account, which do not sign callbacks. */
    notSecrets: [own.storeId, ...Object.values(own.credentials[provider] ?? {})].filter((value) => value !== ownSecret),
    /** Opens a checkout and pays it. The provider does not send the callback. */
    async pay(): Promise<UnreportedPayment> {
      const checkout = await setup.openCheckout(own, provider)
      const { url, body } = await payer.pay(checkout)
      // Free text with a replacement character, which a careless decoder also makes of bytes that are not UTF-8.
      return { checkoutId: checkout.checkoutId, url, body: body.replace('{', '{"note":"Zoë \ufffd",') }
    },
    async sign({ url, body }: UnreportedPayment, change: { secret?: string; at?: Date } = {}): Promise<CallbackParts> {
      const { secret = ownSecret, at = new Date() } = change
      const signed = await payer.sign(body, { at, url, secretOf: { secret, webhookSecret: secret, webhookId: secret } })
      const query = new URL(signed.url).search.slice(1)
      return { provider, path, query, headers: Object.entries(signed.headers), body: Buffer.from(body) }
    },
  }
}

const SANDBOX_URL = 'https://shop.example/'

function createSandboxCallback({ storeId }: ConnectedStore, { checkoutId }: OpenCheckout) {
  const paid = { amountMinor: 1_990, currency: 'BRL' }
  const state = { paid, refundedMinor: 0, dispute: 'none', closed: false }
  const data = { storeId, checkoutId: formatId('chk', checkoutId), ...state }
  return { url: SANDBOX_URL, body: JSON.stringify({ type: 'payment.paid', data }) }
}

/** There is one event per checkout, so the checkout is its id. */
const signSandbox: FakeProvider['sign'] = async (body, { secretOf = {}, at = new Date(), url = SANDBOX_URL } = {}) => {
  const signedAt = String(Math.floor(at.getTime() / 1_000))
  const eventId = /chk_\w+/.exec(body)?.[0] ?? ''
  const headers = {
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': signedAt,
    'webhook-signature': signSandboxCallback(secretOf['secret'] ?? '', { eventId, signedAt, body }),
  }
  return { url, headers, body }
}

/** The same path for the other providers. */
export function pathsOfOtherProviders(path: string): string[] {
  return PROVIDERS.map((name) => path.replace(/[^/]+(?=\/sto_)/, name)).filter((other) => other !== path)
}
