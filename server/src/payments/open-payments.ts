import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { createSealer, type Sealer } from '../seal.ts'
import { createAccounts } from './accounts.ts'
import { createMercadopago } from './mercadopago/mercadopago.ts'
import { createPaypal } from './paypal/paypal.ts'
import type { PaymentParts } from './receive-callback.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { createStripe } from './stripe/stripe.ts'

type Settings = Pick<Config, 'secretKeys' | 'stripeUrl' | 'mercadopagoUrl' | 'paypalUrl' | 'publicUrl'>

export type Payments = PaymentParts & { sealer: Sealer; publicUrl: string }

/** Everything that takes money, ready to use. Nobody is called yet. */
export function openPayments(
  db: Db,
  { secretKeys, stripeUrl, mercadopagoUrl, paypalUrl, publicUrl }: Settings,
): Payments {
  const sealer = createSealer(secretKeys)
  const providers = [
    createSandbox(db),
    createStripe({ ...(stripeUrl && { apiUrl: stripeUrl }) }),
    createMercadopago({ ...(mercadopagoUrl && { apiUrl: mercadopagoUrl }) }),
    createPaypal({ ...(paypalUrl && { apiUrl: paypalUrl.origin }) }),
  ]
  return { db, accounts: createAccounts(db, { sealer, providers }), sealer, publicUrl }
}
