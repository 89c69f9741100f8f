import { operationOf, type Transport } from '../emulators/store-connection.ts'
import { mayHaveFailed, type Span } from '../kit/kills/database-outages.ts'
import type { ServerPool } from '../kit/kills/server-pool.ts'
import type { Finding } from './trial.ts'

type Parts = { pool: ServerPool; outages: Span[]; findings: Finding[]; counts: { reported: number } }

/** Sends the requests of a game server to any running server, and checks every response. */
export function watchTransport({ pool, outages, findings, counts }: Parts) {
  const confirmed = new Set<string>()
  let unreported = new Set<string>()
  let polls = 0

  function check(operation: string | undefined, status: number, text: string, body: string | undefined): void {
    if (status === 503 && mayHaveFailed({ start: 0, end: Date.now() }, outages)) return
    if (status !== 200) {
      const detail = `${operation} got the status ${status}: ${text.slice(0, 300)}`
      findings.push(
        status === 404
          ? { kind: 'lost', check: 'a delivery that was dispatched is known when it is reported', detail }
          : { kind: 'wrong', check: 'polls and reports succeed while a server runs', detail, isWeak: true },
      )
    } else if (operation === 'report') {
      const { commandQueueId } = JSON.parse(body ?? '{}') as { commandQueueId: string }
      if (!confirmed.has(commandQueueId)) counts.reported++
      confirmed.add(commandQueueId)
      unreported.delete(commandQueueId)
    } else if (operation === 'queue') {
      polls++
      const { checkouts } = JSON.parse(text) as { checkouts: { id: string }[] }
      unreported = new Set(checkouts.map(({ id }) => id))
      for (const id of unreported) {
        if (!confirmed.has(id)) continue
        const detail = `${id} was dispatched again after its report was acknowledged`
        findings.push({ kind: 'doubled', check: 'an acknowledged report removes its delivery from the queue', detail })
      }
    }
  }

  const transport: Transport = async (url, request) => {
    const address = pool.address()
    if (address === undefined) throw new TypeError('no server runs')
    const { pathname } = new URL(url)
    const response = await fetch(`${address}${pathname}`, request)
    const text = await response.text()
    check(operationOf(url), response.status, text, request.body)
    return { status: response.status, text: async () => text }
  }
  return {
    transport,
    /** Deliveries of the last response that are not reported yet. */
    unreported: () => unreported.size,
    /** Polls that returned the queue. */
    polls: () => polls,
  }
}
