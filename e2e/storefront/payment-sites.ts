import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
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
export async function startProviders(defer: Defer): Promise<PaymentSites> {
  const fakes = {
    stripe: await startFakeStripe(),
    mercadopago: await startFakeMercadopago(),
    paypal: await startFakePaypal(),
  }
  for (const fake of Object.values(fakes)) {
    fake.behave({ withhold: true })
    defer(fake.close)
  }
  return fakes
}

/** Serves the pages where buyers pay. Whoever presses the button has paid, and is sent back to the store. */
export function servePaymentPages(internet: Internet, fakes: PaymentSites, productUrl: string): void {
  for (const [name, { host, pageRef }] of Object.entries(SITES)) {
    const fake = fakes[name as LiveProvider]
    async function serve(request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
      const page = pageRef.exec(request.url ?? '')?.[1]
      if (page === undefined) return void response.writeHead(404).end()
      if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
      const before = fake.signedCallbacks.length
      await fake.pay(page)
      for (const callback of fake.signedCallbacks.slice(before)) {
        const { pathname, search } = new URL(callback.url)
        await fetch(productUrl + pathname + search, { ...callback, method: 'POST' })
      }
      response.writeHead(303, { location: fake.returnUrlOf(page) }).end()
    }
    internet.addSite(host, (request, response) => {
      serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
    })
  }
}

const PAGE =
  '<!doctype html><title>Stand-in</title><link rel="icon" href="data:,"><form method="post"><button>Pay</button></form>'
