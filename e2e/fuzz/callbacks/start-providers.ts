import { startFakeMercadopago } from '../../../server/test/providers/fake-mercadopago.ts'
import { makeCertificate } from '../../../server/test/providers/fake-paypal-certificate.ts'
import { startFakePaypal } from '../../../server/test/providers/fake-paypal.ts'
import { startFakeStripe } from '../../../server/test/providers/fake-stripe.ts'
import { listen } from '../../kit/game/listen.ts'
import type { Defer } from '../../kit/run-harness.ts'

export type Providers = Awaited<ReturnType<typeof startProviders>>

/** Starts the three providers, which create callbacks without sending them, and the impostor. */
export async function startProviders(defer: Defer) {
  /** PayPal signs with it. */
  const paypalKey = makeCertificate()
  const fakes = {
    stripe: await startFakeStripe(),
    mercadopago: await startFakeMercadopago(),
    paypal: await startFakePaypal({ certificate: paypalKey }),
  }
  for (const fake of Object.values(fakes)) {
    fake.behave({ withhold: true })
    defer(fake.close)
  }
  return { fakes, paypalKey, impostor: await startImpostor(defer) }
}

/** A server that offers a certificate like PayPal's. The product must never connect to it. */
async function startImpostor(defer: Defer) {
  const key = makeCertificate()
  const { url, server, close } = await listen((_request, response) => void response.end(key.pem))
  defer(close)
  let calls = 0
  server.on('connection', () => calls++)
  return { url, key, calls: () => calls }
}
