import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { text as readText } from 'node:stream/consumers'
import { startFakeMercadopago } from '../../server/test/providers/fake-mercadopago.ts'
import { startFakePaypal } from '../../server/test/providers/fake-paypal.ts'
import type { FakeProvider } from '../../server/test/providers/fake-provider.ts'
import { startFakeStripe } from '../../server/test/providers/fake-stripe.ts'
import type { Defer } from '../kit/run-harness.ts'
import type { Internet } from './internet.ts'

/** The providers of live stores, with the host of the page where buyers pay and how its address names the payment. */
export const SITES = {
  stripe: { host: 'checkout.stripe.com', pageRef: /\/c\/pay\/(\w+)/ },
  mercadopago: { host: 'www.mercadopago.com.br', pageRef: /pref_id=([\w-]+)/ },
  paypal: { host: 'www.paypal.com', pageRef: /token=(\w+)/ },
} as const
export type LiveProvider = keyof typeof SITES

export type PaymentSites = Record<LiveProvider, FakeProvider>

/** Starts the APIs of the providers. They keep their callbacks, because the address of the product is not a real one. */
export async function startProviders(defer: Defer, mode: 'live' | 'test' = 'live'): Promise<PaymentSites> {
  const fakes = {
    stripe: await startFakeStripe({ mode }),
    mercadopago: await startFakeMercadopago({ account: mode }),
    paypal: await startFakePaypal({ mode: mode === 'live' ? 'live' : 'sandbox' }),
  }
  for (const fake of Object.values(fakes)) {
    fake.behave({ withhold: true })
    defer(fake.close)
  }
  return fakes
}

/** Serves the pages where buyers pay. Whoever presses the button has paid, and is sent back to the store. */
export function servePaymentPages(internet: Internet, fakes: PaymentSites, deliverCallbacks: DeliverCallbacks): void {
  for (const [name, { host, pageRef }] of Object.entries(SITES)) {
    const fake = fakes[name as LiveProvider]
    async function serve(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
      const page = pageRef.exec(request.url ?? '')?.[1]
      if (page === undefined) return void response.writeHead(404).end()
      const html = { 'content-type': 'text/html' }
      const back = fake.cancelUrlOf(page)
      if (request.method === 'GET') return void response.writeHead(200, html).end(pageOf(back))
      const isDeclined = (await readText(request)).includes('decline')
      await (isDeclined ? fake.decline(page) : fake.pay(page))
      await deliverCallbacks()
      if (isDeclined) response.writeHead(200, html).end(pageOf(back, '<p>Your card was declined.</p>'))
      else response.writeHead(303, { location: fake.returnUrlOf(page) }).end()
    }
    internet.addSite(host, (request, response) => {
      serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
  }
}

export type DeliverCallbacks = () => Promise<void>

/** Brings the callbacks of the providers to the product, each once and in their order. */
export function createCallbackDelivery(fakes: PaymentSites, productUrl: string): DeliverCallbacks {
  const sent = new Map<LiveProvider, number>()
  let previous = Promise.resolve()
  async function deliver(): Promise<void> {
    for (const [name, { signedCallbacks }] of Object.entries(fakes) as [LiveProvider, FakeProvider][])
      for (let i = sent.get(name) ?? 0; i < signedCallbacks.length; sent.set(name, ++i)) {
        const callback = signedCallbacks[i]
        if (callback === undefined) continue
        const { pathname, search } = new URL(callback.url)
        await fetch(productUrl + pathname + search, { ...callback, method: 'POST' })
      }
  }
  return () => (previous = previous.then(deliver))
}

const pageOf = (back: string, notice = '') =>
  `<!doctype html><title>Stand-in</title><link rel="icon" href="data:,">${notice}<form method="post"><button>Pay</button>
<button name="decline" value="1">Pay with a card without money</button></form><a href="${back}">Back to the store</a>`
