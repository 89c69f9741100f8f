import { randomUUID, sign as signWith } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { postCallback } from './callback-sender.ts'
import type { SigningCertificate } from './fake-paypal-certificate.ts'
import type { Behaviour, FakeProvider, SignedCallback } from './fake-provider.ts'

type EmittedEvent = { callbackUrl: string | undefined; kind: string; resource: object }

/** Signs the callbacks of PayPal, and sends or withholds them. */
export function createPaypalCallbacks({
  certificate,
  certificateUrl,
  webhookId,
  behaviour,
}: {
  certificate: SigningCertificate
  certificateUrl: () => string
  webhookId: string
  behaviour: () => Behaviour
}) {
  const signedCallbacks: SignedCallback[] = []
  const inFlight = new Set<Promise<number[]>>()
  let withheld: SignedCallback[] = []
  let isReleased = false

  const sign: FakeProvider['sign'] = async (
    body,
    { secretOf, at = new Date(), url = 'http://callbacks.invalid/' } = {},
  ) => {
    const id = randomUUID()
    const time = at.toISOString().replace(/\.\d+/, '')
    const message = `${id}|${time}|${secretOf?.['webhookId'] ?? webhookId}|${crc32(body)}`
    const headers = {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': certificateUrl(),
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signWith('sha256', Buffer.from(message), certificate.privateKey).toString('base64'),
    }
    return { url, headers, body }
  }

  async function emit({ callbackUrl, kind, resource }: EmittedEvent): Promise<void> {
    const event = { id: `WH-${randomUUID().toUpperCase()}`, event_version: '1.0', resource_version: '2.0' }
    const body = JSON.stringify({ ...event, create_time: new Date(), event_type: kind, resource })
    const callback = await sign(body, { ...(callbackUrl !== undefined && { url: callbackUrl }) })
    signedCallbacks.push(callback)
    if (callbackUrl === undefined) return
    if (behaviour().withhold && !isReleased) withheld.push(callback)
    else await send([callback])
  }

  /** After this, callbacks that a later capture causes are sent at once. */
  async function sendWithheld(): Promise<number[]> {
    const waiting = behaviour().shuffle ? withheld.toReversed() : withheld
    withheld = []
    isReleased = true
    return send(waiting)
  }

  async function send(callbacks: SignedCallback[]): Promise<number[]> {
    const repeated = callbacks.flatMap((callback) => Array.from({ length: behaviour().times ?? 1 }, () => callback))
    const sending = Promise.all(repeated.map(postCallback))
    inFlight.add(sending)
    return sending.finally(() => inFlight.delete(sending))
  }

  return {
    signedCallbacks,
    sign,
    emit,
    sendWithheld,
    withholdAgain() {
      isReleased = false
    },
    finishSending: () => Promise.allSettled(inFlight),
  }
}
