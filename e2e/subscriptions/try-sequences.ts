import type { periodNoAt } from '../../server/src/catalog/billing-period.ts'
import type * as Code from '../../server/src/subscriptions/subscription-state.ts'
import type { Random } from '../kit/random.ts'
import { generateSequence, type Sequence } from './generate.ts'
import { expectedStatus, type Fact, periodOfCharge } from './reference.ts'

/** The code under test, or a mutant of it. */
export type Subject = Pick<typeof Code, 'addInvoice' | 'subscriptionStatus'> & {
  periodNoAt: typeof periodNoAt
}

const ORDERS = 6
const MAX_FAULTS_SHOWN = 5
const BATCH = 1_000

type Settings = { sequences: number; random: Random; maxFaulty?: number; onBatch?: (count: number) => void }

/** Adds each sequence of facts in several orders, with repetitions, and compares every end with the reference. */
export function trySequences(subject: Subject, { sequences, random, maxFaulty = Infinity, onBatch }: Settings) {
  const trial = { orders: 0, differences: 0, states: {} as Record<string, number>, faults: [] as string[] }
  for (let i = 1; i <= sequences && trial.differences < maxFaulty; i++) {
    const own = random.fork()
    const sequence = generateSequence(own)
    const { terms, facts, now, charge } = sequence
    const expected = expectedStatus(terms, facts, now)
    trial.states[expected.state] = (trial.states[expected.state] ?? 0) + 1
    const ends = Array.from({ length: ORDERS }, () => endOf(subject, sequence, reorder(own, facts)))
    trial.orders += ends.length
    const found = subject.periodNoAt(new Date(terms.anchor), terms.period, new Date(charge))
    const wrong = ends.find((end) => end.state !== expected.state || end.paidUntil !== expected.paidUntil)
    const isMisplaced = found !== periodOfCharge(terms, charge)
    if (wrong || isMisplaced || !changesInTime(subject, sequence)) {
      trial.differences++
      if (trial.faults.length < MAX_FAULTS_SHOWN)
        trial.faults.push(
          `${JSON.stringify({ expected, ends: ends.slice(0, 2), found })} for ${JSON.stringify(sequence)}`,
        )
    }
    if (i % BATCH === 0) onBatch?.(BATCH)
  }
  return trial
}

function reorder(random: Random, facts: Fact[]): Fact[] {
  const repeated = facts.filter(() => random.chance(0.3))
  return random.shuffle([...facts, ...repeated])
}

function endOf(subject: Subject, { terms, now }: Sequence, facts: Fact[]) {
  const { state, paidUntil } = statusOf(subject, { terms, now }, facts)
  return { state, paidUntil: paidUntil?.toISOString() ?? null }
}

function statusOf(subject: Subject, { terms, now }: Pick<Sequence, 'terms' | 'now'>, facts: Fact[]) {
  const sum = facts.reduce<Code.SubscriptionFacts>((before, fact) => add(subject, before, fact), {
    invoices: new Map(),
    cancelled: false,
    closed: false,
  })
  return subject.subscriptionStatus(sum, { ...terms, anchor: new Date(terms.anchor) }, new Date(now))
}

function add({ addInvoice }: Subject, facts: Code.SubscriptionFacts, fact: Fact): Code.SubscriptionFacts {
  switch (fact.kind) {
    case 'cancelled':
      return { ...facts, cancelled: true }
    case 'abandoned':
      return { ...facts, closed: true }
    case 'paid':
    case 'failed':
      return addInvoice(facts, fact.period, { [fact.kind]: true })
    default:
      return addInvoice(facts, fact.period, { reversed: true })
  }
}

/** The state is the same until the announced moment, and another one from then on. */
function changesInTime(subject: Subject, sequence: Sequence): boolean {
  const { state, changesAt } = statusOf(subject, sequence, sequence.facts)
  const stateAt = (now: number) => expectedStatus(sequence.terms, sequence.facts, now).state
  if (changesAt === null) return stateAt(sequence.now + 400 * 86_400_000) === state
  return stateAt(changesAt.getTime() - 1) === state && stateAt(changesAt.getTime()) !== state
}
