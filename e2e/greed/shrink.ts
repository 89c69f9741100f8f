import type { Sequence, Step } from './steps.ts'

/** With real concurrency, a sequence that fails may pass the next time. */
const ATTEMPTS = 3
const MAX_PLAYS = 150

/** The smallest sequence that still fails: without whole rounds, without steps, one after the other, and with simpler orders. */
export async function shrink(rounds: Sequence, fails: (rounds: Sequence) => Promise<boolean>): Promise<Sequence> {
  let smallest = rounds
  let left = MAX_PLAYS
  for (let isSmaller = true; isSmaller && left > 0;) {
    isSmaller = false
    for (const candidate of candidates(smallest)) {
      if (--left <= 0) break
      if (!(await failsOften(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest

  async function failsOften(candidate: Sequence): Promise<boolean> {
    const isConcurrent = candidate.some(({ length }) => length > 1)
    for (let i = 0; i < (isConcurrent ? ATTEMPTS : 1); i++) if (await fails(candidate)) return true
    return false
  }
}

function* candidates(rounds: Sequence): Generator<Sequence> {
  for (let size = rounds.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at + size <= rounds.length; at += size) yield rounds.toSpliced(at, size)
  for (const [i, round] of rounds.entries()) {
    if (round.length === 1) continue
    for (const at of round.keys()) yield rounds.with(i, round.toSpliced(at, 1))
    yield rounds.toSpliced(i, 1, ...round.map((step) => [step]))
  }
  for (const [i, round] of rounds.entries())
    for (const [at, step] of round.entries())
      for (const simpler of simplify(step)) yield rounds.with(i, round.with(at, simpler))
}

function* simplify(step: Step): Generator<Step> {
  if (step.do === 'pay' && step.callbacks > 1) yield { ...step, callbacks: 1 }
  if (step.do === 'call back' && step.times > 1) yield { ...step, times: 1 }
  if (step.do !== 'open' && step.do !== 'sell') return
  const kinds = Object.entries(step.items)
  if (kinds.length > 1)
    for (const [gone] of kinds) yield { ...step, items: Object.fromEntries(kinds.filter(([key]) => key !== gone)) }
  for (const [key, quantity] of kinds) if (quantity > 1) yield { ...step, items: { ...step.items, [key]: 1 } }
  if (step.code) yield { ...step, code: false }
  if (step.do === 'sell') return
  if (step.card) yield { ...step, card: false }
  if (step.recipient !== null) yield { ...step, recipient: null }
  if (step.provider !== 'stripe') yield { ...step, provider: 'stripe' }
}
