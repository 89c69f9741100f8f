import { Feed, GetFeedQuery } from '@quartermaster/contract/manage-feed'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import { parseFeedCursor, writeFeedCursor } from '../../../feed/feed-cursor.ts'
import { type Feed as FeedOfStore, readFeed } from '../../../feed/read-feed.ts'
import { formatId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import type { ReadCall } from '../read-call.ts'
import { serverIdOrNull } from '../wire-ids.ts'

/** Proxies close connections on which nothing happens. */
const HEARTBEAT_MS = 20_000
/** Then the client connects again and is let in again, with everything that this includes. */
const MAX_STREAM_MS = 10 * 60_000
/** A reader who is this far behind is disconnected. Its client continues where it was. */
const MAX_UNSENT_BYTES = 512 * 1024
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // Nothing follows on this connection, so a process that stops need not wait for it.
  connection: 'close',
}

export function feedRoutes({ parts, store }: ManageApi): void {
  async function openStream(request: FastifyRequest, reply: FastifyReply, { principal, storeId }: ReadCall) {
    const lastId = request.headers['last-event-id']
    if (principal.kind === 'command_line' || Array.isArray(lastId))
      throw new AppError('invalid_request', 'Request the feed as JSON, or send one Last-Event-ID.')
    const after = lastId === undefined || lastId === '' ? undefined : parseFeedCursor(lastId)
    const { raw } = reply
    const chunks: string[] = ['retry: 2000\n\n']
    let isOpen = false
    const write = (chunk: string) => {
      if (!isOpen) chunks.push(chunk)
      else if (raw.writableLength > MAX_UNSENT_BYTES) raw.destroy()
      else raw.write(chunk)
    }
    const watching = await parts.feed.add(
      { storeId, principal, send: (feed) => write(toEvent(feed)), end: () => raw.end() },
      after,
    )
    reply.hijack()
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...HEADERS, 'x-request-id': request.id }))
      if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200)
    isOpen = true
    raw.write(chunks.join(''))
    const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
    const end = setTimeout(() => raw.end(), MAX_STREAM_MS)
    const close = () => {
      clearInterval(heartbeat)
      clearTimeout(end)
      watching.remove()
    }
    if (raw.closed) close()
    else raw.once('close', close)
    return reply
  }

  function toEvent(feed: FeedOfStore): string {
    return `id: ${writeFeedCursor(feed.cursor)}\ndata: ${parts.serialize(Feed, feedToWire(feed))}\n\n`
  }

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/feed',
      operationId: 'getFeed',
      summary: 'Get the live feed',
      description:
        'The latest 50 orders with the steps of their deliveries, and with `after` also every order that was paid, refunded, disputed or held since then. With `Accept: text/event-stream`, the response stays open as server-sent events: each is a `Feed` with the orders that changed, and its id is the cursor, which `Last-Event-ID` continues.',
      permission: 'checkouts:read',
      query: GetFeedQuery,
      response: Feed,
      openStream,
    },
    async ({ tx, storeId, query }) => {
      const after = query.after === undefined ? undefined : parseFeedCursor(query.after)
      return feedToWire(await readFeed(tx, { storeId, after }))
    },
  )
}

function feedToWire({ orders, cursor, isComplete }: FeedOfStore) {
  return {
    orders: orders.map(({ id, state, gameUserId, currency, paidAt, lines, deliveries }) => ({
      id: formatId('chk', id),
      state,
      gameUserId,
      currency,
      paidAt,
      lines,
      deliveries: deliveries.map(({ id: deliveryId, serverId, ...delivery }) => ({
        ...delivery,
        id: formatId('cmd', deliveryId),
        serverId: serverIdOrNull(serverId),
      })),
    })),
    cursor: writeFeedCursor(cursor),
    isComplete,
  }
}
