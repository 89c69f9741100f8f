import { type Defer } from '../kit/run-harness.ts'
import { startProduct } from '../kit/start-product.ts'
import { createOwner } from '../kit/test-store.ts'
import { startIdentityServices } from './identity-services.ts'
import { API_HOST, DOMAIN, startInternet } from './internet.ts'
import { createCallbackDelivery, servePaymentPages, startProviders } from './payment-sites.ts'
import { openShop, type Shop } from './stores.ts'

/** The product with its stores, the stand-ins of payment providers and identity services, and the proxy through which browsers reach both. */
export async function startInstallation(defer: Defer) {
  const providers = await startProviders(defer)
  const identity = await startIdentityServices(defer)
  const { server, databaseUrl, folder } = await startProduct(defer, {
    settings: {
      // On this machine, so that the harness can call the management API by address.
      PUBLIC_URL: 'https://manage.localhost',
      API_URL: `https://${API_HOST}`,
      STOREFRONT_DOMAIN: DOMAIN,
      TRUST_PROXY: '127.0.0.1',
      STRIPE_URL: providers.stripe.url,
      MERCADOPAGO_URL: providers.mercadopago.url,
      PAYPAL_URL: providers.paypal.url,
      ...identity,
    },
  })
  const internet = await startInternet(defer, server.port)
  servePaymentPages(internet, providers, createCallbackDelivery(providers, server.url))
  const place = { owner: await createOwner({ url: server.url, databaseUrl }), url: server.url }
  let opened = 0
  /** Connecting a payment provider needs the password of the last ten minutes, and a run can take longer. */
  async function open(shop: Parameters<typeof openShop>[1]): Promise<Shop> {
    await place.owner.manage.reauthenticate({ password: place.owner.password })
    return openShop(place, shop)
  }
  return {
    server,
    folder,
    internet,
    /** Takes play money. */
    openTestShop: (): Promise<Shop> => open({ label: `vale${++opened}`, mode: 'test' }),
    /** Takes money at every provider. */
    openLiveShop: (): Promise<Shop> => open({ label: `live${++opened}`, mode: 'live', providers }),
  }
}
