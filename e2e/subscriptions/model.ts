import { periodNoAt } from '../../server/src/catalog/billing-period.ts'
import {
  addInvoice,
  SUBSCRIPTION_STATES,
  subscriptionStatus,
} from '../../server/src/subscriptions/subscription-state.ts'
import { loadMutant } from '../kit/mutants/load-mutant.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { runHarness } from '../kit/run-harness.ts'
import { SUBSCRIPTION_MUTANTS } from './mutants.ts'
import { type Subject, trySequences } from './try-sequences.ts'

const options = readOptions({
  script: 'model:subscriptions',
  about: `Adds generated facts about subscriptions in many orders and compares every end with an independent reference. Then runs the same
trial with mutants of the code, and must notice each.`,
  options: {
    sequences: { type: 'number', help: 'how many sequences of facts are generated', default: 100_000, short: 5_000 },
  },
})

const MUTANT_SEQUENCES = 5_000
/** With fewer sequences that end in a state, the run proves little. */
const MIN_SHARE = 0.03

await runHarness(options, async () => {
  const { sequences, seed } = options
  console.log(`seed ${seed}`)
  const progress = startProgress('sequences', sequences)
  const subject = { addInvoice, subscriptionStatus, periodNoAt }
  const { orders, differences, states, faults } = trySequences(subject, {
    sequences,
    random: createRandom(seed),
    onBatch: progress.add,
  })
  progress.done()
  const escaped = await findEscapedMutants(seed)
  const failures = [...faults, ...escaped.map((name) => `the trial did not notice the mutant "${name}"`)]
  for (const state of SUBSCRIPTION_STATES) {
    const count = states[state] ?? 0
    if (count < sequences * MIN_SHARE) failures.push(`only ${count} sequences end as ${state}`)
  }
  const mutants = SUBSCRIPTION_MUTANTS.length
  return {
    figures: { sequences, orders, differences, states, mutants, caught: mutants - escaped.length },
    failures,
  }
})

async function findEscapedMutants(seed: number): Promise<string[]> {
  const escaped: string[] = []
  for (const mutant of SUBSCRIPTION_MUTANTS) {
    const subject = await loadMutant(mutant, [
      'server/src/catalog/billing-period.ts',
      'server/src/subscriptions/subscription-state.ts',
    ])
    const { differences } = trySequences(subject as Subject, {
      sequences: MUTANT_SEQUENCES,
      random: createRandom(seed),
      maxFaulty: 1,
    })
    if (differences === 0) escaped.push(mutant.name)
  }
  return escaped
}
