import { randomUUID, sign as signWith } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { SigningCertificate } from './fake-paypal-certificate.ts'
import type { Behaviour, FakeProvider, SignedCallback } from './fake-provider.ts'

type Emitted = { callbackUrl: string | undefined; kind: string; resource: object }

/** PayPal's callbacks: made, signed, sent, kept back. */
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
  const made: SignedCallback[] = []
  const underWay = new Set<Promise<number[]>>()
  let withheld: SignedCallback[] = []
  let letGo = false

  const sign: FakeProvider['sign'] = async (
    body,
    { secretOf, at = new Date(), url = 'http://nobody.invalid/' } = {},
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

  async function emit({ callbackUrl, kind, resource }: Emitted): Promise<void> {
    const event = { id: `WH-${randomUUID().toUpperCase()}`, event_version: '1.0', resource_version: '2.0' }
    const body = JSON.stringify({ ...event, create_time: new Date(), event_type: kind, resource })
    const callback = await sign(body, { ...(callbackUrl !== undefined && { url: callbackUrl }) })
    made.push(callback)
    if (callbackUrl === undefined) return
    if (behaviour().withhold && !letGo) withheld.push(callback)
    else await send([callback])
  }

  /** What the buyer and the owner did before this goes out even when it only comes to be later, by our capture. */
  async function release(): Promise<number[]> {
    const waiting = behaviour().shuffle ? withheld.toReversed() : withheld
    withheld = []
    letGo = true
    return send(waiting)
  }

  async function send(callbacks: SignedCallback[]): Promise<number[]> {
    const often = callbacks.flatMap((callback) => Array.from({ length: behaviour().times ?? 1 }, () => callback))
    const sending = Promise.all(often.map(post))
    underWay.add(sending)
    return sending.finally(() => underWay.delete(sending))
  }

  return {
    made,
    sign,
    emit,
    release,
    behaveAnew() {
      letGo = false
    },
    settled: () => Promise.allSettled(underWay),
  }
}

async function post({ url, headers, body }: SignedCallback): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}
