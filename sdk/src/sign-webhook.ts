import { createHmac } from 'node:crypto'

/** The headers that a store sends with an event: one signature for each secret. For the tests of a receiver. */
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
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const signatures = [secret]
    .flat()
    .map((one) => `v1,${Buffer.from(signatureOf(one, { id, timestamp, body })).toString('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** HMAC-SHA256 over `<id>.<timestamp>.<body>`, the body byte for byte. */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string | Uint8Array },
): Uint8Array {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // An empty key would make everybody's signature fit.
  if (key.length === 0) throw new TypeError('secret has to be the one that the store printed, like whsec_…')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
}
