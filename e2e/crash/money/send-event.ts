import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../kit/random.ts'
import { sandboxCallback, sandboxPath } from '../../kit/sandbox.ts'
import type { ServerPool } from '../../kit/kills/server-pool.ts'
import type { Find, Finding } from '../trial.ts'
import type { MoneyStore } from './money-stores.ts'
import type { ProviderEvent } from './scenario.ts'

type Parts = { pool: ServerPool; stores: MoneyStore[]; random: Random }
type Reply = { status: number; text: string }

const TIMEOUT_MS = 15_000

export type EventSender = ReturnType<typeof createEventSender>

/** Sends callbacks as a payment provider does, and checks every response. */
export function createEventSender({ pool, stores, random }: Parts) {
  const findings: Finding[] = []
  /** Why callbacks were repeated. */
  const repeated: string[] = []
  const counts = { callbacks: 0 }
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })

  /** With a new signature for each attempt. Undefined if there was no response. */
  async function sendOnce(event: ProviderEvent, checkoutId: string): Promise<Reply | undefined> {
    const { eventId, fraud, to, names } = event
    const secret = fraud === 'forged' ? stores.find((store) => store !== to)?.secret : to.secret
    const facts = { paid: null, ...event.facts }
    const { headers, body } = sandboxCallback(secret ?? '', { eventId, storeId: names.storeId, checkoutId, facts })
    try {
      const response = await pool.fetch(`http://store${sandboxPath(to.storeId)}`, {
        method: 'POST',
        headers,
        body: fraud === 'changed' ? body.replace('"payment"', '"Payment"') : body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return { status: response.status, text: await response.text() }
    } catch {
      return undefined
    }
  }

  async function sendUntilAccepted(event: ProviderEvent, checkoutId: string): Promise<Reply> {
    for (;;) {
      const reply = await sendOnce(event, checkoutId)
      if (reply) {
        const isExpected = reply.status === 200 || (event.fraud !== undefined && reply.status === 401)
        if (isExpected) return reply
        const detail = `${event.eventId} got the status ${reply.status}: ${reply.text.slice(0, 300)}`
        if (reply.status !== 503) find('wrong', 'an honest callback is never rejected, and causes no error', detail)
        if (reply.status < 500) return reply
      }
      repeated.push(reply ? String(reply.status) : 'no response')
      await sleep(random.between(20, 200))
    }
  }

  return {
    counts,
    repeated,
    findings: findings as readonly Finding[],
    /** Sends all copies at the same time, each to any server, and repeats each of them until it is accepted. */
    async send(event: ProviderEvent, checkoutId: string): Promise<void> {
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
