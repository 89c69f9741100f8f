import { openDatabase } from '../../server/src/db/database.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { runHarness } from '../kit/run-harness.ts'
import { startEnvironment } from '../kit/start-environment.ts'
import { verify } from '../kit/verify.ts'
import { type Figures, openYear } from './play-year.ts'

const options = readOptions({
  script: 'lab year',
  about: `Sells subscriptions in test stores and plays a year on their moved clocks, with failing charges, cancellations and refunds. In every second
store all callbacks of renewals are lost. After each step, every subscription must be as the reference says.`,
  options: {
    subscriptions: { type: 'number', help: 'how many subscriptions are sold', default: 10_000, short: 200 },
    stores: { type: 'number', help: 'how many stores sell them', default: 40, short: 4 },
    'step-days': { type: 'number', help: 'how far the clocks are moved at a time', default: 2, short: 4 },
  },
})

const DAYS = 365

await runHarness(options, async (defer) => {
  const { subscriptions, stores, 'step-days': stepDays, seed } = options
  console.log(`seed ${seed}`)
  const environment = await startEnvironment(defer)
  const databaseUrl = await environment.createDatabase()
  const database = openDatabase({ url: databaseUrl, poolSize: 8 })
  defer(() => database.close())
  const year = await openYear({ database, databaseUrl, subscriptions, stores, random: createRandom(seed) })
  const steps = Math.ceil(DAYS / stepDays)
  const progress = startProgress('steps', steps)
  const faults: string[] = []
  for (let step = 0; step < steps; step++) {
    await year.pass(stepDays * 86_400)
    faults.push(...(await year.compare()))
    progress.add(1)
    if (faults.length > 20) break
  }
  progress.done()
  const { figures, unlike } = await year.finish()
  const { examples: violations } = await verify(databaseUrl)
  return {
    figures: { subscriptions, stores, steps, differences: faults.length, ...figures, violations: violations.length },
    failures: [...faults.slice(0, 5), ...unlike.slice(0, 5), ...violations.slice(0, 5), ...missing(figures)],
  }
})

function missing({ compared }: Figures): string[] {
  return Object.entries(compared).flatMap(([name, count]) =>
    count === 0 ? [`no subscription was compared while it was ${name}`] : [],
  )
}
