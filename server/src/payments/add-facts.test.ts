import { isDeepStrictEqual } from 'node:util'
import { array, assert, boolean, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckoutState } from '../checkouts/checkout.ts'
import { canTransition } from '../checkouts/checkout.ts'
import { DISPUTES, type Facts } from './provider.ts'
import { type Known, addFacts, type Step } from './add-facts.ts'

const SEQUENCES = 100_000
const AMOUNT = 1990
const FRESH: Known = {
  state: 'open',
  amountMinor: AMOUNT,
  currency: 'BRL',
  paymentRef: null,
  refundedMinor: 0,
  dispute: 'none',
  closed: false,
}

/** What a provider may say in one callback, misfits and all. */
const saying = record({
  paid: constantFrom(null, null, AMOUNT, AMOUNT, AMOUNT - 1, AMOUNT * 2),
  currency: constantFrom('BRL', 'BRL', 'BRL', 'BRL', 'USD'),
  refundedMinor: constantFrom(0, 0, 0, 500, AMOUNT),
  dispute: constantFrom('none' as const, 'none' as const, ...DISPUTES),
  closed: boolean(),
})

type Saying = {
  paid: number | null
  currency: string
  refundedMinor: number
  dispute: Facts['dispute']
  closed: boolean
}

function toFacts({ paid, currency, ...rest }: Saying): Facts {
  const money = paid === null ? null : { amountMinor: paid, currency }
  return { storeId: null, checkoutId: null, paymentRef: 'pay_1', ...rest, paid: money }
}

function run(facts: Facts[]): { known: Known; steps: Step[] } {
  let known = FRESH
  const steps: Step[] = []
  for (const each of facts) {
    const result = addFacts(known, each, { assignedMinor: 0 })
    // Every step is one that the table of transitions allows.
    let state = known.state
    for (const step of result.steps) {
      const next = REACHES[step]
      if (!canTransition(state, next)) throw new Error(`${state} became ${next}`)
      state = next
    }
    if (result.known.state !== state) throw new Error(`${state} is noted as ${result.known.state}`)
    steps.push(...result.steps)
    known = result.known
  }
  return { known, steps }
}

const REACHES = { pay: 'paid', abandon: 'abandoned', refund: 'refunded', dispute: 'disputed' } as const

/** The model: the state is told by the sum of what fits, and by nothing else. */
function stateOf(facts: Facts[]): CheckoutState {
  const fitting = facts.filter(({ paid }) => paid === null || (paid.amountMinor === AMOUNT && paid.currency === 'BRL'))
  const has = (check: (each: Facts) => boolean) => fitting.some(check)
  if (!has(({ paid }) => paid !== null)) return has(({ closed }) => closed) ? 'abandoned' : 'open'
  if (has(({ refundedMinor }) => refundedMinor >= AMOUNT)) return 'refunded'
  return has(({ dispute }) => dispute !== 'none') ? 'disputed' : 'paid'
}

test(`${SEQUENCES.toLocaleString('en')} sequences of events end where the model says, in every order and with repetitions`, () => {
  const sequence = array(saying, { minLength: 1, maxLength: 8 }).chain((sayings) =>
    record({
      sayings: shuffledSubarray(sayings, { minLength: sayings.length }),
      again: shuffledSubarray(sayings),
      at: integer({ min: 0, max: 8 }),
    }),
  )
  const check = () =>
    assert(
      property(sequence, ({ sayings, again, at }) => {
        const facts = sayings.map(toFacts)
        const repeated = [...facts.slice(0, at), ...again.map(toFacts), ...facts.slice(at)]
        const [once, ...others] = [run(facts), run(repeated), run(facts.toReversed())]
        if (once?.known.state !== stateOf(facts)) throw new Error(`the model says ${stateOf(facts)}`)
        for (const { known, steps } of [once, ...others]) {
          if (!isDeepStrictEqual(known, once.known)) throw new Error('another order ends elsewhere')
          if (new Set(steps).size < steps.length) throw new Error(`a step was made twice: ${steps.join()}`)
        }
      }),
      { numRuns: SEQUENCES },
    )
  expect(check).not.toThrow()
}, 120_000)
