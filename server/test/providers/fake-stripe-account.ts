import { type StripeCall, StripeRefusal } from './fake-stripe-api.ts'
import { newStripeId } from './fake-stripe-objects.ts'

type Endpoint = { id: string; url: string; secret: string; enabled_events: string[]; metadata: Record<string, string> }

const LISTS = [
  '/v1/checkout/sessions',
  '/v1/payment_intents',
  '/v1/charges',
  '/v1/disputes',
  '/v1/refunds',
  '/v1/subscriptions',
  '/v1/invoices',
]
const FILTERS = ['payment_intent', 'customer', 'subscription']
const WEBHOOKS = '/v1/webhook_endpoints'

/** The account itself: lists without a filter, and webhook endpoints. `denied` are paths that the key may not use. */
export function createStripeAccount({ livemode, denied }: { livemode: boolean; denied: () => readonly string[] }) {
  const endpoints: Endpoint[] = []

  function answer({ method, path, query, form }: StripeCall): object | undefined {
    if (denied().some((prefix) => path.startsWith(prefix))) {
      throw new StripeRefusal(403, { message: 'The provided key does not have the required permissions' })
    }
    if (method === 'GET' && LISTS.includes(path) && FILTERS.every((name) => !query.has(name))) return list([], path)
    if (method === 'GET' && path === WEBHOOKS)
      return list(
        endpoints.map(({ id, url, metadata }) => toWire({ id, url, metadata })),
        path,
      )
    if (method === 'POST' && path === WEBHOOKS) return toWire(create(form))
    const [, id] = /^\/v1\/webhook_endpoints\/(\w+)$/.exec(path) ?? []
    if (method !== 'DELETE' || id === undefined) return undefined
    endpoints.splice(endpoints.findIndex((endpoint) => endpoint.id === id) >>> 0, 1)
    return { id, object: 'webhook_endpoint', deleted: true }
  }

  function create(form: URLSearchParams): Endpoint {
    const url = form.get('url') ?? ''
    if (!url.startsWith(livemode ? 'https://' : 'http')) {
      throw new StripeRefusal(400, { code: 'url_invalid', message: 'Invalid URL', param: 'url' })
    }
    const created = {
      id: newStripeId('we'),
      url,
      secret: newStripeId('whsec'),
      enabled_events: [...form].filter(([name]) => name.startsWith('enabled_events')).map(([, value]) => value),
      metadata: { createdBy: form.get('metadata[createdBy]') ?? '' },
    }
    endpoints.push(created)
    return created
  }

  const toWire = (endpoint: object) => ({ object: 'webhook_endpoint', livemode, status: 'enabled', ...endpoint })
  return { answer, endpoints }
}

function list(data: object[], url: string): object {
  return { object: 'list', data, has_more: false, url }
}
