import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'

type Order = { id: string }
export type Watcher = { lastId: () => string; close: () => void }

/** A dashboard that is open: reads server-sent events, and tells when it sees an order for the first time. */
export async function openWatcher(
  url: string,
  { token, lastEventId, onOrder }: { token: string; lastEventId?: string; onOrder: (id: string) => void },
): Promise<Watcher> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  const request = get(url, {
    headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
    agent: false,
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a watcher was answered with ${response.statusCode}`)
  let text = ''
  let lastId = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data === undefined) continue
      lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId
      for (const { id } of (JSON.parse(data) as { orders: Order[] }).orders) onOrder(id)
    }
  })
  request.on('error', () => undefined)
  response.on('error', () => undefined)
  return { lastId: () => lastId, close: () => void request.destroy() }
}
