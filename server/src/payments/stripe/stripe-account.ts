import { Stripe } from 'stripe'
import { AppError } from '../../errors.ts'
import type { StoreMode } from '../../stores/store.ts'
import type { CreatedWebhook, Credentials } from '../provider.ts'
import { callStripe } from './call-stripe.ts'
import { CALLBACK_EVENTS } from './stripe-callback.ts'

type List = Promise<{ data: object[] }>

/** What the adapter uses. A list needs read access only, so missing write access is not noticed here. */
const USED: [permission: string, list: (stripe: Stripe) => List][] = [
  ['Checkout Sessions (write)', (stripe) => stripe.checkout.sessions.list({ limit: 1 })],
  ['Refunds (write)', (stripe) => stripe.refunds.list({ limit: 1 })],
  ['PaymentIntents (read)', (stripe) => stripe.paymentIntents.list({ limit: 1 })],
  ['Charges (read)', (stripe) => stripe.charges.list({ limit: 1 })],
  ['Disputes (read)', (stripe) => stripe.disputes.list({ limit: 1 })],
]

/** Stripe stores test and live keys separately, so a key that it accepts has the mode of its prefix. */
export async function checkStripeAccount(stripe: Stripe, mode: StoreMode): Promise<StoreMode> {
  const missing: string[] = []
  for (const [permission, list] of USED) {
    const answer = await callStripe(() => allowed(() => list(stripe)))
    if (answer === 'forbidden') missing.push(permission)
    const [object] = answer === 'forbidden' ? [] : answer.data
    if (object && 'livemode' in object && object.livemode !== (mode === 'live')) {
      throw new AppError('provider_refused', `Stripe does not answer with ${mode} data to a ${mode} key`)
    }
  }
  if (missing.length === 0) return mode
  throw new AppError(
    'provider_refused',
    `This restricted key of Stripe lacks permissions. Add them in the Stripe dashboard: ${missing.join(', ')}.`,
  )
}

const CREATED_BY = 'quartermaster'

/** Stripe shows the signing secret of an endpoint only when it is created, so an existing endpoint is replaced. */
export async function createStripeWebhook(
  stripe: Stripe,
  { credentials, callbackUrl }: { credentials: Credentials; callbackUrl: string },
): Promise<CreatedWebhook> {
  const created = await callStripe(() =>
    allowed(() =>
      stripe.webhookEndpoints.create({
        url: callbackUrl,
        enabled_events: [...CALLBACK_EVENTS],
        api_version: Stripe.API_VERSION,
        description: 'Quartermaster',
        metadata: { createdBy: CREATED_BY },
      }),
    ),
  )
  if (created === 'forbidden' || created.secret === undefined) {
    throw new AppError(
      'provider_refused',
      `This key of Stripe cannot create webhook endpoints. Allow it to write Webhook Endpoints, or create an endpoint for ${callbackUrl} in the Stripe dashboard and enter its signing secret as webhookSecret.`,
    )
  }
  const { id, secret } = created
  return {
    credentials: { ...credentials, webhookSecret: secret },
    removeOld: () =>
      callStripe(async () => {
        for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
          const isOurs = endpoint.metadata['createdBy'] === CREATED_BY && endpoint.url === callbackUrl
          if (isOurs && endpoint.id !== id) await stripe.webhookEndpoints.del(endpoint.id)
        }
      }),
  }
}

async function allowed<T>(call: () => Promise<T>): Promise<T | 'forbidden'> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return 'forbidden'
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      throw new AppError('provider_refused', 'Stripe does not accept this secretKey. Copy it again from the dashboard.')
    }
    throw error
  }
}
