import { BILLING_PERIODS } from '../../server/src/catalog/billing-period.ts'
import type { Random } from '../kit/random.ts'
import { type Fact, startOfPeriod, type Terms } from './reference.ts'

export type Sequence = { terms: Terms; facts: Fact[]; now: number; charge: number }

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

/** Facts about the first periods of a subscription, and a moment that is often exactly at a bound or one beside it. */
export function generateSequence(random: Random): Sequence {
  const terms: Terms = {
    anchor: generateAnchor(random),
    period: random.pick(BILLING_PERIODS),
    graceSeconds: random.pick([1, 2, 3, 3, 3, 7, 30]) * 86_400,
  }
  const facts: Fact[] = []
  const paid = random.pick([0, 1, 1, 2, 3, 4, 14])
  for (let period = 0; period < paid; period++) if (random.chance(0.9)) facts.push({ kind: 'paid', period })
  const last = Math.max(0, paid - 1)
  const near = () => Math.max(0, last + random.integer(-1, 1))
  if (random.chance(0.25)) facts.push({ kind: random.pick(['refunded', 'disputed']), period: near() })
  if (random.chance(0.4)) facts.push({ kind: 'failed', period: near() + random.integer(0, 1) })
  if (random.chance(0.25)) facts.push({ kind: 'cancelled' })
  if (random.chance(0.1)) facts.push({ kind: 'abandoned' })
  const bound = startOfPeriod(terms, random.pick([last, last + 1, last + 1, last + 1, last + 2]))
  const distance = random.pick([0, 2 * HOUR, terms.graceSeconds * SECOND, random.integer(-40 * DAY, 40 * DAY)])
  return {
    terms,
    facts,
    now: bound + distance + random.pick([-1, 0, 0, 1]),
    charge: Math.max(terms.anchor, bound + random.pick([0, -DAY, DAY, 5 * DAY]) + random.pick([-1, 0, 1])),
  }
}

/** Often at the end of a month, and around leap days. */
function generateAnchor(random: Random): number {
  const start = Date.UTC(random.integer(2023, 2032), random.integer(0, 11), 1)
  const day = random.pick([27, 28, 29, 30, random.integer(0, 26)])
  return start + day * DAY + random.integer(0, DAY - 1)
}
