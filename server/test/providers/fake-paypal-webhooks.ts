import { randomBytes } from 'node:crypto'
import { paypalProblem } from './fake-paypal-problem.ts'

type EventType = { name: string }
export type PaypalWebhook = { id: string; url: string; event_types: EventType[] }

const PATH = '/v1/notifications/webhooks'

/** The webhooks of the app. PayPal allows one per address, and only addresses with HTTPS. */
export function createPaypalWebhooks({ webhookId }: { webhookId: string }) {
  const webhooks: PaypalWebhook[] = []

  function answer({ method, path, body }: { method: string; path: string; body: string }) {
    if (!path.startsWith(PATH)) return undefined
    if (method === 'GET' && path === PATH) return { status: 200, body: { webhooks } }
    if (method === 'POST' && path === PATH) return { status: 201, body: create(body) }
    const webhook = webhooks.find(({ id }) => path === `${PATH}/${id}`)
    if (method !== 'PATCH' || !webhook) throw paypalProblem(404, 'INVALID_RESOURCE_ID', 'INVALID_RESOURCE_ID')
    const [change] = JSON.parse(body) as { value: EventType[] }[]
    webhook.event_types = change?.value ?? []
    return { status: 200, body: webhook }
  }

  function create(body: string): PaypalWebhook {
    const { url, event_types } = JSON.parse(body) as PaypalWebhook
    if (!url.startsWith('https://')) throw paypalProblem(400, 'VALIDATION_ERROR', 'INVALID_URL')
    if (webhooks.some((webhook) => webhook.url === url)) {
      throw paypalProblem(400, 'WEBHOOK_URL_ALREADY_EXISTS', 'WEBHOOK_URL_ALREADY_EXISTS')
    }
    const isFirst = webhooks.length === 0
    const id = isFirst ? webhookId : randomBytes(9).toString('hex').toUpperCase().slice(0, 17)
    const created = { id, url, event_types }
    webhooks.push(created)
    return created
  }

  return {
    answer,
    webhooks,
    /** The owner enters the address on PayPal's own pages. */
    setUrl(url: string): void {
      const known = webhooks.find(({ id }) => id === webhookId)
      if (known) known.url = url
      else webhooks.push({ id: webhookId, url, event_types: [] })
    },
  }
}
