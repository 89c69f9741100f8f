import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { listen } from '../game/listen.ts'
import type { Defer } from '../run-harness.ts'

/** Counts the events `checkout.paid` of each checkout. */
export async function receiveWebhooks(defer: Defer, host: string) {
  const arrivals = new Map<string, number>()
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A node can be killed in the middle of its request.
    const body = await readText(request).catch(() => undefined)
    if (body === undefined) return
    const { data } = JSON.parse(body) as { data: { checkoutId: string } }
    arrivals.set(data.checkoutId, (arrivals.get(data.checkoutId) ?? 0) + 1)
    response.writeHead(204).end()
  }
  const receiver = await listen((request, response) => void receive(request, response), 0, host)
  defer(receiver.close)
  return { url: receiver.url, arrivals: arrivals as ReadonlyMap<string, number> }
}
