import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../kit/random.ts'
import type { ServerPool } from '../server-pool.ts'
import type { Find, Finding } from '../trial.ts'
import type { MoneyStore } from './money-stores.ts'
import type { ProviderEvent } from './scenario.ts'
import { type Reply, sendCallback } from './send-callback.ts'

type Parts = { pool: ServerPool; stores: MoneyStore[]; random: Random }

export type EventSender = {
  /** Sends all copies at the same time, each to any server, and repeats each of them until it is accepted. */
  send: (event: ProviderEvent, checkoutId: string) => Promise<void>
  readonly counts: { callbacks: number; repeated: number }
  readonly failures: Map<string, number>
  readonly findings: Finding[]
}

/** Sends callbacks as a payment provider does, and checks every response. */
export function createEventSender({ pool, stores, random }: Parts): EventSender {
  const findings: Finding[] = []
  const failures = new Map<string, number>()
  const counts = { callbacks: 0, repeated: 0 }
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })

  async function sendUntilAccepted(event: ProviderEvent, checkoutId: string): Promise<Reply> {
    for (;;) {
      const { server, url } = await pool.pick()
      const sending = sendCallback(url, { event, checkoutId, stores })
      pool.report('sent', server)
      const reply = await sending
      if (reply) {
        pool.report('answered', server)
        const isExpected = reply.status === 200 || (event.fraud !== undefined && reply.status === 401)
        if (isExpected) return reply
        const detail = `${event.eventId} got the status ${reply.status}: ${reply.text.slice(0, 300)}`
        if (reply.status !== 503) find('wrong', 'an honest callback is never rejected, and causes no error', detail)
        if (reply.status < 500) return reply
      }
      counts.repeated++
      const code = reply ? String(reply.status) : 'no response'
      failures.set(code, (failures.get(code) ?? 0) + 1)
      await sleep(random.between(20, 200))
    }
  }

  return {
    counts,
    failures,
    findings,
    async send(event, checkoutId) {
      counts.callbacks += event.copies
      const copies = Array.from({ length: event.copies }, () => sendUntilAccepted(event, checkoutId))
      const accepted = (await Promise.all(copies)).filter(({ status }) => status === 200)
      if (event.fraud !== undefined) {
        if (accepted.length > 0) find('wrong', 'a callback with a wrong signature is rejected', event.eventId)
        return
      }
      const counted = accepted.filter(({ text }) => /"(applied|parked)"/.test(text)).length
      if (counted > 1) find('doubled', 'an event counts once', `${event.eventId} counted ${counted} times`)
    },
  }
}
