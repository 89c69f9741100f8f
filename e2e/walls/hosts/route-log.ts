import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'

const TIMEOUT_MS = 10_000

export type RouteLog = ReturnType<typeof createRouteLog>

/** A logger of the product, and the routes in its lines. A page that is missing looks the same on every route. */
export function createRouteLog() {
  const lines = new EventEmitter()
  const write = (text: string) => {
    const { requestId, route } = JSON.parse(text) as { requestId?: string; route?: string }
    if (requestId !== undefined && route !== undefined) lines.emit(`request ${requestId}`, route)
  }
  return {
    logger: pino({ level: 'info' }, { write }),
    /** The pattern of the route that answers the request with this id, or `unknown`. Call it before the request is sent. */
    waitForRoute: async (requestId: string): Promise<string> => {
      const [route] = await once(lines, `request ${requestId}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      return route as string
    },
  }
}
