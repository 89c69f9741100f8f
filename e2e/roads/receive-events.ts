import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { ManageClient } from '@quartermaster/sdk'
import { listen } from '../kit/game/listen.ts'
import type { Defer } from '../kit/run-harness.ts'

export type Event = { type: string; data: Record<string, unknown> }

/** The owner's own program, which keeps every webhook of the store once. */
export async function receiveEvents(defer: Defer, manage: ManageClient, storeId: string): Promise<() => Event[]> {
  const events = new Map<string, Event>()
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    events.set(String(request.headers['webhook-id']), JSON.parse(await readText(request)) as Event)
    response.writeHead(204).end()
  }
  const { url, close } = await listen((request, response) => void receive(request, response))
  defer(close)
  await manage.createWebhook({ storeId, url })
  return () => [...events.values()]
}
