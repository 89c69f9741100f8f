import { Webhook } from 'standardwebhooks'

/** Creates the headers that a store sends with an event, with one signature per secret. Use it to test a receiver. */
export function signWebhook({
  id,
  body,
  secret,
  sentAt = new Date(),
}: {
  id: string
  body: string | Uint8Array
  secret: string | string[]
  sentAt?: Date
}): { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': createSignatures(secret, { id, sentAt, text: decodeBody(body) }).join(' '),
  }
}

/** @internal Throws if the body is not UTF-8: replacement characters would give two different bodies one signature. */
export function decodeBody(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
}

/** @internal Returns one signature per secret, each in the form `v1,<base64>`. */
export function createSignatures(
  secret: string | string[],
  { id, sentAt, text }: { id: string; sentAt: Date; text: string },
): string[] {
  return [secret].flat().map((one) => createWebhook(one).sign(id, sentAt, text))
}

/** An empty or unreadable secret is a configuration mistake, so it is not reported as a forged request. */
function createWebhook(secret: string): Webhook {
  try {
    return new Webhook(secret)
  } catch (cause) {
    throw new TypeError('The webhook secret is invalid. Use the one that the store printed; it starts with whsec_.', {
      cause,
    })
  }
}
