import { createHmac, randomUUID } from 'node:crypto'
import type { Behaviour, SignedCallback } from './fake-provider.ts'

export type Signing = {
  secret: string
  at: Date
  url: string
  dataId: string
  type: string
  /** Milliseconds instead of seconds: both have been seen. */
  inMilliseconds?: boolean
}

/** Signs as MercadoPago does: the id in the address, its own request id and the moment; the body not at all. */
export function signMercadopago(body: string, signing: Signing): SignedCallback {
  const { secret, at, dataId, type, inMilliseconds = false } = signing
  const url = new URL(signing.url)
  url.searchParams.set('data.id', dataId)
  url.searchParams.set('type', type)
  const requestId = randomUUID()
  const ts = inMilliseconds ? at.getTime() : Math.floor(at.getTime() / 1000)
  const manifest = `id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', secret).update(manifest).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-request-id': requestId,
    'x-signature': `ts=${ts},v1=${v1}`,
  }
  return { url: url.href, headers, body }
}

export function createCallbackSender(behaviour: () => Behaviour) {
  const made: SignedCallback[] = []
  let waiting: SignedCallback[] = []

  async function send(callbacks: SignedCallback[]): Promise<number[]> {
    const { times = 1, shuffle = false } = behaviour()
    const all = callbacks.flatMap((callback) => Array.from({ length: times }, () => callback))
    const statuses: number[] = []
    for (const callback of shuffle ? shuffled(all) : all) statuses.push(await post(callback))
    return statuses
  }

  return {
    made,
    async add(callback: SignedCallback): Promise<void> {
      made.push(callback)
      if (behaviour().withhold) waiting.push(callback)
      else await send([callback])
    },
    release(): Promise<number[]> {
      const callbacks = waiting
      waiting = []
      return send(callbacks)
    },
  }
}

/** 0: nobody was there. A provider goes on with its day then. */
async function post({ url, headers, body }: SignedCallback): Promise<number> {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

/** Never the order that it was: the last comes first, and every second one after the others. */
function shuffled<T>(items: T[]): T[] {
  const back = items.toReversed()
  return [...back.filter((_, index) => index % 2 === 0), ...back.filter((_, index) => index % 2 === 1)]
}
