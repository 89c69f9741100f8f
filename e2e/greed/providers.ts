import type { FakeProvider, SignedCallback } from '../../server/test/providers/fake-provider.ts'
import { startFakeMercadopago } from '../../server/test/providers/fake-mercadopago.ts'
import { startFakePaypal } from '../../server/test/providers/fake-paypal.ts'
import { startFakeStripe } from '../../server/test/providers/fake-stripe.ts'
import type { Defer } from '../kit/run-harness.ts'
import type { ProviderName } from './steps.ts'

export type Providers = Awaited<ReturnType<typeof startProviders>>
type Payment = { reference: string | null; paid: number; refunded: number }

const STORE = /sto_[0-9a-z]+/

/** The stand-ins of all shops. They call back only when a step says so. */
export async function startProviders(defer: Defer) {
  const fakes = {
    stripe: await startFakeStripe(),
    mercadopago: await startFakeMercadopago(),
    paypal: await startFakePaypal(),
  }
  const mailboxes = new Map<string, SignedCallback[]>()
  for (const fake of Object.values(fakes)) {
    defer(fake.close)
    fake.behave({ withhold: true })
    fake.setCallbackUrl?.('https://shop.example/callback')
  }

  /** A callback that names no store goes to all of them, and those that it does not concern ignore it. */
  function sort(): void {
    for (const [name, { signedCallbacks }] of Object.entries(fakes))
      for (const callback of signedCallbacks.splice(0)) {
        // Payments of MercadoPago call the address of their own page; the other companies know one address for all shops.
        const [storeId] = STORE.exec(name === 'mercadopago' ? callback.url : callback.body) ?? []
        const url = (id: string) => `/api/payments/1.0/${name}/${id}${new URL(callback.url).search}`
        for (const [id, mailbox] of mailboxes)
          if (storeId === undefined || storeId === id) mailbox.push({ ...callback, url: url(id) })
      }
  }

  return {
    settings: { STRIPE_URL: fakes.stripe.url, MERCADOPAGO_URL: fakes.mercadopago.url, PAYPAL_URL: fakes.paypal.url },
    credentialsOf: (name: ProviderName) => fakes[name].credentials,
    of: (name: ProviderName): FakeProvider => fakes[name],
    addShop(storeId: string): void {
      mailboxes.set(storeId, [])
      // PayPal lets a shop connect only if its webhook calls the shop.
      fakes.paypal.setCallbackUrl?.(`https://shop.example/api/payments/1.0/paypal/${storeId}`)
    },
    /** What was not delivered yet, the oldest first. */
    takeCallbacks(storeId: string): SignedCallback[] {
      sort()
      return mailboxes.get(storeId)?.splice(0) ?? []
    },
    /** How many periods of a subscription were paid. */
    paidInvoices(name: ProviderName, pageRef: string): number {
      try {
        return fakes[name].subscriptions.stateOf(pageRef).paid
      } catch {
        return 0
      }
    },
    /** By the id of the payment. */
    payments(name: ProviderName): Map<string, Payment> {
      return new Map(
        fakes[name]
          .listPayments()
          .map(({ id, reference, paidMinor: paid, refundedMinor: refunded }) => [id, { reference, paid, refunded }]),
      )
    },
  }
}
