import { isDeepStrictEqual } from 'node:util'
import { array, assert, boolean, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckoutState } from '../checkouts/checkout.ts'
import { canTransition } from '../checkouts/checkout.ts'
import { DISPUTES, type Facts } from './provider.ts'
import { type PaymentState, addFacts, type Step } from './add-facts.ts'

const SEQUENCES = 10_000
const AMOUNT = 1990
const OPEN_PAYMENT: PaymentState = {
  state: 'open',
  amountMinor: AMOUNT,
  currency: 'BRL',
  paymentRef: null,
  refundedMinor: 0,
  dispute: 'none',
  closed: false,
  isReturned: false,
}

/** One callback, which may not match the checkout. */
const callback = record({
  paid: constantFrom(null, null, AMOUNT, AMOUNT, AMOUNT - 1, AMOUNT * 2),
  currency: constantFrom('BRL', 'BRL', 'BRL', 'BRL', 'USD'),
  refundedMinor: constantFrom(0, 0, 0, 500, AMOUNT),
  dispute: constantFrom('none' as const, 'none' as const, ...DISPUTES),
  closed: boolean(),
})

type GeneratedCallback = {
  paid: number | null
  currency: string
  refundedMinor: number
  dispute: Facts['dispute']
  closed: boolean
}

function toFacts({ paid, currency, ...rest }: GeneratedCallback): Facts {
  const money = paid === null ? null : { amountMinor: paid, currency }
  return { storeId: null, checkoutId: null, mode: null, paymentRef: 'pay_1', ...rest, paid: money }
}

function addAll(facts: Facts[]): { payment: PaymentState; steps: Step[] } {
  let payment = OPEN_PAYMENT
  const steps: Step[] = []
  for (const each of facts) {
    const result = addFacts(payment, each, { assignedMinor: 0 })
    let state = payment.state
    for (const step of result.steps) {
      const next = STATE_AFTER[step]
      if (!canTransition(state, next)) throw new Error(`the transition from ${state} to ${next} is not allowed`)
      state = next
    }
    if (result.after.state !== state) throw new Error(`the steps end in ${state}, not in ${result.after.state}`)
    steps.push(...result.steps)
    payment = result.after
  }
  return { payment, steps }
}

const STATE_AFTER = { pay: 'paid', abandon: 'abandoned', refund: 'refunded', dispute: 'disputed' } as const

/** The model: the state follows only from the sum of the facts that match the checkout. */
function expectedState(facts: Facts[]): CheckoutState {
  const matching = facts.filter(({ paid }) => paid === null || (paid.amountMinor === AMOUNT && paid.currency === 'BRL'))
  const has = (check: (each: Facts) => boolean) => matching.some(check)
  if (!has(({ paid }) => paid !== null)) return has(({ closed }) => closed) ? 'abandoned' : 'open'
  if (has(({ refundedMinor }) => refundedMinor >= AMOUNT)) return 'refunded'
  return has(({ dispute }) => dispute !== 'none') ? 'disputed' : 'paid'
}

test(`${SEQUENCES.toLocaleString('en')} sequences of callbacks end in the state of the model, in every order and with repetitions`, () => {
  const sequence = array(callback, { minLength: 1, maxLength: 8 }).chain((callbacks) =>
    record({
      callbacks: shuffledSubarray(callbacks, { minLength: callbacks.length }),
      repeated: shuffledSubarray(callbacks),
      repeatAt: integer({ min: 0, max: 8 }),
    }),
  )
  const check = () =>
    assert(
      property(sequence, ({ callbacks, repeated, repeatAt }) => {
        const facts = callbacks.map(toFacts)
        const withRepeated = [...facts.slice(0, repeatAt), ...repeated.map(toFacts), ...facts.slice(repeatAt)]
        const [once, ...others] = [addAll(facts), addAll(withRepeated), addAll(facts.toReversed())]
        if (once?.payment.state !== expectedState(facts)) throw new Error(`expected ${expectedState(facts)}`)
        for (const { payment, steps } of [once, ...others]) {
          if (!isDeepStrictEqual(payment, once.payment)) throw new Error('another order ends in another state')
          if (new Set(steps).size < steps.length) throw new Error(`a step ran twice: ${steps.join()}`)
        }
      }),
      { numRuns: SEQUENCES },
    )
  expect(check).not.toThrow()
})
