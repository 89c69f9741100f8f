import { operationOf, type Transport } from '../emulators/store-connection.ts'
import type { Finding } from './finding.ts'
import type { Door } from './fleet.ts'
import type { Outage } from './outage.ts'

type Parts = { door: Door; outage: Outage; findings: Finding[]; counts: { reported: number } }

export type Watch = {
  transport: Transport
  /** Elements of the last answer that are not reported yet. */
  waiting(): number
  /** Polls that were answered with the queue. */
  polls(): number
}

/** Leads to the running victim, wherever it listens now, and looks at every answer that comes back. */
export function watchTransport({ door, outage, findings, counts }: Parts): Watch {
  const confirmed = new Set<string>()
  let waiting = new Set<string>()
  let polls = 0

  function look(operation: string | undefined, status: number, text: string, body: string | undefined): void {
    if (status === 503 && outage.excuses()) return
    if (status !== 200) {
      const detail = `${operation} was answered ${status}: ${text.slice(0, 300)}`
      findings.push(
        status === 404
          ? { kind: 'lost', check: 'what was handed out is known when it is reported', detail }
          : { kind: 'wrong', check: 'polls and reports succeed while a process lives', detail, weak: true },
      )
    } else if (operation === 'report') {
      const { commandQueueId } = JSON.parse(body ?? '{}') as { commandQueueId: string }
      if (!confirmed.has(commandQueueId)) counts.reported++
      confirmed.add(commandQueueId)
      waiting.delete(commandQueueId)
    } else if (operation === 'queue') {
      polls++
      const { checkouts } = JSON.parse(text) as { checkouts: { id: string }[] }
      waiting = new Set(checkouts.map(({ id }) => id))
      for (const id of waiting) {
        if (!confirmed.has(id)) continue
        const detail = `${id} was reported, acknowledged and offered again`
        findings.push({ kind: 'doubled', check: 'an acknowledged report takes its element out of the queue', detail })
      }
    }
  }

  return {
    waiting: () => waiting.size,
    polls: () => polls,
    async transport(url, request) {
      const address = door.address()
      if (address === undefined) throw new TypeError('nobody listens')
      const { pathname } = new URL(url)
      const response = await fetch(`${address}${pathname}`, request)
      const text = await response.text()
      look(operationOf(url), response.status, text, request.body)
      return { status: response.status, text: async () => text }
    },
  }
}
