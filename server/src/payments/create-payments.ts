import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import { createSealer, type Sealer } from '../seal.ts'
import type { Addresses } from '../stores/hosts/store-origin.ts'
import { type ConnectionParts, createProviderConnections, type Providers } from './connections/provider-connections.ts'
import type { PaymentContext } from './receive-callback.ts'

type Settings = Pick<Config, 'secretKeys' | 'stripeUrl' | 'mercadopagoUrl' | 'paypalUrl'> & Addresses

export type Payments = PaymentContext & Addresses & { sealer: Sealer }

/** Wires up the payment providers. Makes no request and no query. */
export function createPayments(
  db: Db,
  { secretKeys, stripeUrl, mercadopagoUrl, paypalUrl, publicUrl, apiUrl, storefrontDomain }: Settings,
  { onAnswer }: Pick<ConnectionParts, 'onAnswer'> = {},
): Payments {
  const sealer = createSealer(secretKeys)
  const providers: Required<Providers> = {
    sandbox: async () => (await import('./sandbox/sandbox.ts')).createSandbox(db),
    stripe: async () => (await import('./stripe/stripe.ts')).createStripe({ ...(stripeUrl && { apiUrl: stripeUrl }) }),
    mercadopago: async () =>
      (await import('./mercadopago/mercadopago.ts')).createMercadopago({
        ...(mercadopagoUrl && { apiUrl: mercadopagoUrl }),
      }),
    paypal: async () =>
      (await import('./paypal/paypal.ts')).createPaypal({ ...(paypalUrl && { apiUrl: paypalUrl.origin }) }),
  }
  const connections = createProviderConnections(db, { sealer, providers, onAnswer })
  return { db, connections, sealer, publicUrl, apiUrl, storefrontDomain }
}
