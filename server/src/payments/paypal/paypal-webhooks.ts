import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../errors.ts'
import { withTimeout } from '../with-timeout.ts'
import { CALLBACK_EVENTS } from './paypal-callback.ts'

const ORIGINS = { live: 'https://api-m.paypal.com', sandbox: 'https://api-m.sandbox.paypal.com' } as const
const WEBHOOKS = '/v1/notifications/webhooks'

const Token = Type.Object({ access_token: Type.String({ minLength: 1 }) })
const Webhook = Type.Object({ id: Type.String({ minLength: 1 }), url: Type.String() })
const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) })

type Access = {
  clientId: string
  clientSecret: string
  mode: keyof typeof ORIGINS
  apiUrl: string | undefined
  requestTimeoutMs: number
}

/** The webhooks of a REST app. The package of PayPal does not support them. */
export function createPaypalWebhooks({ clientId, clientSecret, mode, apiUrl, requestTimeoutMs }: Access) {
  const origin = apiUrl ?? ORIGINS[mode]

  async function send(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    try {
      return await withTimeout({ provider: 'PayPal', timeoutMs: requestTimeoutMs }, async (signal) => {
        const response = await fetch(`${origin}${path}`, { ...init, redirect: 'error', signal })
        const text = await response.text()
        return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      })
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('provider_unavailable', 'PayPal is unavailable. Try again.')
    }
  }

  async function getToken(): Promise<string> {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const { status, body } = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    })
    if (status === 401 || status === 400) {
      const where = mode === 'live' ? 'Live' : 'Sandbox'
      throw new AppError(
        'provider_refused',
        `PayPal does not accept this clientId and clientSecret in the mode "${mode}". Copy them from Apps & Credentials, ${where}.`,
      )
    }
    return readAnswer(Token, { status, body }).access_token
  }

  async function call(method: string, path: string, content?: object): Promise<{ status: number; body: unknown }> {
    const headers = { authorization: `Bearer ${await getToken()}`, 'content-type': 'application/json' }
    return send(path, { method, headers, ...(content && { body: JSON.stringify(content) }) })
  }

  const list = async () => readAnswer(WebhookList, await call('GET', WEBHOOKS)).webhooks

  return {
    /** Throws provider_refused if PayPal rejects the app, or if its webhook does not call this address. */
    async check({ webhookId, callbackUrl }: { webhookId: string | undefined; callbackUrl: string }): Promise<void> {
      const webhooks = await list()
      if (webhookId === undefined) return
      const found = webhooks.find(({ id }) => id === webhookId)
      if (!found) throw new AppError('provider_refused', 'This app of PayPal has no webhook with this webhookId.')
      if (found.url !== callbackUrl) {
        throw new AppError(
          'provider_refused',
          `This webhook of PayPal calls another address. Change its address to ${callbackUrl}.`,
        )
      }
    },

    /** PayPal allows one webhook per address, so an existing one is used. */
    async create(callbackUrl: string): Promise<{ id: string; removeOld: () => Promise<void> }> {
      const existing = (await list()).find(({ url }) => url === callbackUrl)
      const event_types = CALLBACK_EVENTS.map((name) => ({ name }))
      if (existing) {
        const changes = [{ op: 'replace', path: '/event_types', value: event_types }]
        readAnswer(Webhook, await call('PATCH', `${WEBHOOKS}/${existing.id}`, changes))
      }
      const { id } = existing ?? readAnswer(Webhook, await call('POST', WEBHOOKS, { url: callbackUrl, event_types }))
      return { id, removeOld: async () => undefined }
    },
  }
}

function readAnswer<T extends TSchema>(schema: T, { status, body }: { status: number; body: unknown }): Static<T> {
  if (status < 300 && Value.Check(schema, body)) return body
  if (status >= 500 || status === 429) throw new AppError('provider_unavailable', `PayPal is unavailable (${status})`)
  throw new AppError('provider_refused', `PayPal refused to show or create webhooks (${status}). Check the app.`)
}
