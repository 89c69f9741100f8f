import { priceBasket } from '../../server/src/pricing/price-basket.ts'
import { loadMutant } from '../kit/mutants/load-mutant.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { runHarness } from '../kit/run-harness.ts'
import type { PriceBasket } from './judge.ts'
import { PRICING_MUTANTS } from './mutants.ts'
import { tryBaskets } from './try-baskets.ts'

const options = readOptions({
  script: 'model:pricing',
  about: `Prices generated baskets with the product and with an independent reference, which must agree on every amount, and checks
properties of each result. Then runs the same trial with mutants of the pricing code, and must notice each.`,
  options: {
    baskets: { type: 'number', help: 'how many baskets are priced', default: 1_000_000, short: 20_000 },
  },
})

const MUTANT_BASKETS = 20_000
/** With fewer or more refused baskets, the run proves little. */
const MIN_REFUSED = 0.05
const MAX_REFUSED = 0.6
/** At least this part of the accepted baskets has an amount of each step. */
const MIN_STEP = 0.02

await runHarness(options, async () => {
  const { baskets, seed } = options
  console.log(`seed ${seed}`)
  const progress = startProgress('baskets', baskets)
  const trial = tryBaskets(priceBasket, { baskets, random: createRandom(seed), onBatch: progress.add })
  progress.done()
  const escaped = await findEscapedMutants(seed)

  const { refused, differences, checked, broken, steps, reasons, faults } = trial
  const failures = [...faults, ...escaped.map((name) => `the trial did not notice the mutant "${name}"`)]
  if (refused < baskets * MIN_REFUSED || refused > baskets * MAX_REFUSED)
    failures.push(`${refused} baskets are refused`)
  const minStep = (baskets - refused) * MIN_STEP
  for (const [step, count] of Object.entries(steps)) {
    if (count < minStep) failures.push(`only ${count} baskets have an amount of ${step}`)
  }
  for (const [reason, count] of Object.entries(reasons)) {
    if (count === 0) failures.push(`no basket is refused with ${reason}`)
  }
  return {
    figures: {
      baskets,
      refused,
      refusedShare: Number((refused / baskets).toFixed(3)),
      differences,
      checked,
      broken,
      steps,
      reasons,
      mutants: PRICING_MUTANTS.length,
      caught: PRICING_MUTANTS.length - escaped.length,
    },
    failures,
  }
})

async function findEscapedMutants(seed: number): Promise<string[]> {
  const escaped: string[] = []
  const progress = startProgress('mutants', PRICING_MUTANTS.length)
  for (const mutant of PRICING_MUTANTS) {
    const loaded = await loadMutant(mutant, ['server/src/pricing/price-basket.ts'])
    const { priceBasket: price } = loaded as { priceBasket: PriceBasket }
    const { faulty } = tryBaskets(price, { baskets: MUTANT_BASKETS, random: createRandom(seed), maxFaulty: 1 })
    if (faulty === 0) escaped.push(mutant.name)
    progress.add(1)
  }
  progress.done()
  return escaped
}
