import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutId } from '../../../server/src/ids.ts'
import type { Find } from '../check-counts.ts'
import type { Finding } from '../finding.ts'
import type { Fleet } from '../fleet.ts'
import type { Host } from '../host.ts'
import type { Moments } from '../moments.ts'
import type { Random } from '../../kit/random.ts'
import { callBack, type Reply } from './call-back.ts'
import type { Shop } from './open-shops.ts'
import type { Told } from './story.ts'

type Parts = { fleet: Fleet; shops: Shop[]; moments: Moments<Host>; random: Random }

export type Teller = {
  /** Until a provider would be content: all copies at once, each to any of the servers, again and again until it is taken. */
  tell: (told: Told, checkoutId: CheckoutId) => Promise<void>
  readonly counts: { callbacks: number; repeated: number }
  readonly failures: Map<string, number>
  readonly findings: Finding[]
}

/** Calls back as a payment provider does, and looks at every answer. */
export function createTeller({ fleet, shops, moments, random }: Parts): Teller {
  const findings: Finding[] = []
  const failures = new Map<string, number>()
  const counts = { callbacks: 0, repeated: 0 }
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })

  async function untilTaken(told: Told, checkoutId: CheckoutId): Promise<Reply> {
    for (;;) {
      const { host, baseUrl } = await fleet.pick()
      const calling = callBack(baseUrl, { told, checkoutId, shops })
      moments.happened('sent', host)
      const reply = await calling
      if (reply) {
        moments.happened('answered', host)
        if (isFinal(reply, told)) return reply
        const detail = `${told.eventId} was answered ${reply.status}: ${reply.text.slice(0, 300)}`
        if (reply.status !== 503)
          find('wrong', 'an honest callback is never refused, and never breaks anything', detail)
        if (reply.status < 500) return reply
      }
      counts.repeated++
      const code = reply ? String(reply.status) : 'no answer'
      failures.set(code, (failures.get(code) ?? 0) + 1)
      await sleep(random.between(20, 200))
    }
  }

  function isFinal({ status }: Reply, { fraud }: Told): boolean {
    return fraud === undefined ? status === 200 : status === 401 || status === 200
  }

  return {
    counts,
    failures,
    findings,
    async tell(told, checkoutId) {
      counts.callbacks += told.copies
      const replies = await Promise.all(Array.from({ length: told.copies }, () => untilTaken(told, checkoutId)))
      const believed = replies.filter(({ status }) => status === 200)
      if (told.fraud !== undefined) {
        if (believed.length > 0)
          find('wrong', 'a callback that was not signed by the provider is refused', told.eventId)
        return
      }
      const counted = believed.filter(({ text }) => /"(applied|parked)"/.test(text)).length
      if (counted > 1) find('doubled', 'an event counts once', `${told.eventId} counted ${counted} times`)
    },
  }
}
