import { endAll, type Ends } from '../../e2e/kit/end-all.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { type Defer, runHarness } from '../../e2e/kit/run-harness.ts'
import type { Comparison } from '../comparison.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureOnlinePolls } from './measure-online-polls.ts'
import { measurePolls } from './measure-polls.ts'
import { measureReports } from './measure-reports.ts'
import { type Options, PARTS, readBenchOptions } from './options.ts'

type Part = (typeof PARTS)[number]

const MEASURE: Record<Part, (defer: Defer, options: Options) => Promise<Comparison>> = {
  polls: measurePolls,
  online: measureOnlinePolls,
  reports: measureReports,
  growth: measureGrowth,
}

const read = readBenchOptions()
const options: Options = { ...read, random: createRandom(read.seed) }

await runHarness(options, async (defer) => {
  const figures: Record<string, unknown> = {}
  const failures: string[] = []
  for (const part of chooseParts(options)) {
    const comparison = await runPart(MEASURE[part], defer)
    figures[part] = comparison.figures
    failures.push(...comparison.failures.map((failure) => `${part}: ${failure}`))
  }
  return { figures, failures }
})

function chooseParts({ only, short }: Options): readonly Part[] {
  if (only !== undefined) return [only]
  return short ? ['polls', 'reports'] : PARTS
}

/** Stops everything that a part has started before the next part begins. */
async function runPart(measure: (typeof MEASURE)[Part], defer: Defer): Promise<Comparison> {
  const ends: Ends = []
  const stopAll = () => endAll(ends.splice(0))
  defer(stopAll)
  const comparison = await measure((end) => ends.unshift(end), options)
  await stopAll()
  return comparison
}
