import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutId } from '../../../server/src/ids.ts'
import type { Finding } from '../finding.ts'
import type { Host } from '../host.ts'
import type { Moments } from '../moments.ts'
import type { Struck } from '../storm.ts'
import type { Size } from '../trial.ts'
import type { Random } from '../../kit/random.ts'
import type { World } from './outside-world.ts'
import type { Story } from './story.ts'
import type { Teller } from './tell-provider-news.ts'

const AT_ONCE = 24
/** Some of what happens to a checkout comes before the game has heard of it, some after. */
const LONGEST_PAUSE_MS = 500

export type Lived = { story: Story; checkoutId: CheckoutId }

export type Customers = {
  /** Resolves when enough has happened for the next blow: work and kills are to end together. */
  ready: (struck: Struck) => Promise<void>
  noteBlow: (struck: Struck) => void
  /** Resolves when every story has been told to its end. */
  close: () => Promise<void>
  readonly lived: readonly Lived[]
  readonly findings: readonly Finding[]
}

type Parts = {
  till: Host
  teller: Teller
  world: World
  moments: Moments<Host>
  wanted: Size
  random: Random
  write: (no: number) => Story
}

/** Opens checkouts, many at a time, and lets happen to each what its story says. */
export function liveStories({ till, teller, world, moments, wanted, random, write }: Parts): Customers {
  const lived: Lived[] = []
  const findings: Finding[] = []
  const blows = wanted.kills + wanted.dbKills
  const state = { begun: 0, mayBegin: blows === 0 ? Infinity : wanted.checkouts / blows + AT_ONCE }
  let more = Promise.withResolvers<void>()
  let no = 0

  function release(upTo: number): void {
    state.mayBegin = upTo
    more.resolve()
    more = Promise.withResolvers()
  }

  async function open(story: Story): Promise<CheckoutId | undefined> {
    for (;;) {
      const { victim } = await till.up()
      const answered = victim.order({ no: ++no, open: story.sale })
      moments.happened('sent', till)
      const answer = await answered
      if (answer && 'opened' in answer) {
        moments.happened('answered', till)
        return answer.opened.checkoutId
      }
      if (answer && 'failed' in answer && answer.failed.refused) {
        const { code, message } = answer.failed
        findings.push({ kind: 'wrong', check: 'a fair checkout is opened', detail: `${code}: ${message}` })
        return undefined
      }
      if (answer) await sleep(random.between(20, 200))
    }
  }

  async function live(story: Story): Promise<void> {
    const checkoutId = await open(story)
    if (checkoutId === undefined) return
    lived.push({ story, checkoutId })
    if (story.silent) await world.pay(story, checkoutId)
    for (const part of story.parts) {
      await sleep(random.between(0, random.chance(0.3) ? 0 : LONGEST_PAUSE_MS))
      await Promise.all(random.shuffle(part).map((told) => teller.tell(told, checkoutId)))
    }
  }

  async function work(): Promise<void> {
    while (state.begun < wanted.checkouts) {
      const next = state.begun++
      while (next >= state.mayBegin) await more.promise
      await live(write(next + 1))
    }
  }

  const working = Promise.all(Array.from({ length: AT_ONCE }, work))
  working.catch(() => undefined)
  return {
    lived,
    findings,
    async ready({ kills, dbKills }) {
      const due = (wanted.checkouts * (kills + dbKills)) / blows - AT_ONCE
      while (lived.length + findings.length < Math.min(due, wanted.checkouts - AT_ONCE)) await sleep(10)
    },
    noteBlow: ({ kills, dbKills }) => release((wanted.checkouts * (kills + dbKills + 1)) / blows + AT_ONCE),
    async close() {
      release(Infinity)
      await working
    },
  }
}
