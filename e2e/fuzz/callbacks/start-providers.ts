import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startFakeMercadopago } from '../../../server/test/providers/fake-mercadopago.ts'
import { makeCertificate, type SigningCertificate } from '../../../server/test/providers/fake-paypal-certificate.ts'
import { type FakePaypal, startFakePaypal } from '../../../server/test/providers/fake-paypal.ts'
import type { FakeProvider } from '../../../server/test/providers/fake-provider.ts'
import { startFakeStripe } from '../../../server/test/providers/fake-stripe.ts'

export type Providers = {
  fakes: { stripe: FakeProvider; mercadopago: FakeProvider; paypal: FakePaypal }
  /** The key that PayPal signs with. */
  paypalKey: SigningCertificate
  /** A server that offers a certificate like PayPal's. The product must never call it. */
  impostor: { url: string; key: SigningCertificate; calls: () => number }
  close: () => Promise<void>
}

/** Starts the three providers, which create callbacks without sending them, and the impostor. */
export async function startProviders(): Promise<Providers> {
  const paypalKey = makeCertificate()
  const [stripe, mercadopago, paypal] = await Promise.all([
    startFakeStripe(),
    startFakeMercadopago(),
    startFakePaypal({ certificate: paypalKey }),
  ])
  for (const fake of [stripe, mercadopago, paypal]) fake.behave({ withhold: true })
  const impostor = await startImpostor()
  return {
    fakes: { stripe, mercadopago, paypal },
    paypalKey,
    impostor,
    async close() {
      await Promise.all([stripe.close(), mercadopago.close(), paypal.close(), impostor.close()])
    },
  }
}

async function startImpostor() {
  const key = makeCertificate()
  let calls = 0
  const server = createServer((_request, response) => void response.end(key.pem))
  server.on('connection', () => calls++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    calls: () => calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
