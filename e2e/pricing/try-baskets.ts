import type { PricedBasket, Refusal } from '../../server/src/pricing/basket.ts'
import type { Random } from '../kit/random.ts'
import { generateInput, type Input } from './generate.ts'
import { judge, type PriceBasket, PROPERTIES, type Property } from './judge.ts'

type Settings = {
  baskets: number
  random: Random
  /** The trial ends after this many baskets with a fault. */
  maxFaulty?: number
  onBatch?: (baskets: number) => void
}

const BATCH = 1_000
const MAX_FAULTS_SHOWN = 5
const STEPS = ['upgradeCredit', 'sale', 'code', 'giftCard', 'tax', 'creatorShare'] as const
const REASONS = [
  'unknown_product',
  'price_too_low',
  'tier_quantity',
  'tier_twice',
  'higher_tier_owned',
  'code_not_valid_now',
  'code_used_up',
  'code_used_by_player',
  'code_minimum',
  'code_not_for_these',
] as const satisfies Refusal['reason'][]

/** Prices generated baskets and counts what was found. */
export function tryBaskets(price: PriceBasket, { baskets, random, maxFaulty = Infinity, onBatch }: Settings) {
  const trial = {
    refused: 0,
    differences: 0,
    faulty: 0,
    /** How many baskets each property was checked on, and how many broke it. */
    checked: zeros<Property>(PROPERTIES),
    broken: zeros<Property>(PROPERTIES),
    /** How many accepted baskets have an amount of this step. */
    steps: zeros<(typeof STEPS)[number]>(STEPS),
    reasons: zeros<Refusal['reason']>(REASONS),
    /** The first faults, each with its basket. */
    faults: [] as string[],
  }

  function tryBasket(ownRandom: Random): void {
    const input = generateInput(ownRandom)
    const { result, checked, broken, isDifferent } = judge(price, input, ownRandom)
    for (const property of checked) trial.checked[property]++
    for (const property of broken) trial.broken[property]++
    count(result)
    if (isDifferent) trial.differences++
    if (!isDifferent && broken.length === 0) return
    trial.faulty++
    if (trial.faulty > MAX_FAULTS_SHOWN) return
    const what = [...(isDifferent ? ['differs from the reference'] : []), ...broken].join(', ')
    trial.faults.push(`${what}: ${write(result)} for ${write(input)}`)
  }

  function count(result: PricedBasket): void {
    if (result.isRefused) {
      trial.refused++
      for (const { reason } of result.refusals) trial.reasons[reason]++
    } else {
      for (const step of STEPS) if (result.total[step] > 0) trial.steps[step]++
    }
  }

  for (let i = 1; i <= baskets && trial.faulty < maxFaulty; i++) {
    tryBasket(random.fork())
    if (i % BATCH === 0) onBatch?.(BATCH)
  }
  return trial
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

function write(value: Input | PricedBasket): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? Object.fromEntries(part) : part))
}
