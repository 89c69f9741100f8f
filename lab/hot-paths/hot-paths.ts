import { type Defer, runHarness, withCleanUp } from '../../e2e/kit/run-harness.ts'
import type { Comparison } from '../comparison.ts'
import { measureOnlinePolls } from './measure-online-polls.ts'
import { measurePolls } from './measure-polls.ts'
import { measureReports } from './measure-reports.ts'
import { measureWatching } from './measure-watching.ts'
import { type Options, PARTS, readBenchOptions } from './options.ts'

type Part = (typeof PARTS)[number]

const MEASURE: Record<Part, (defer: Defer, options: Options) => Promise<Comparison>> = {
  polls: measurePolls,
  online: measureOnlinePolls,
  reports: measureReports,
  watching: measureWatching,
}

const options = readBenchOptions()

await runHarness(options, async () => {
  const figures: Record<string, unknown> = {}
  const failures: string[] = []
  const missed: string[] = []
  for (const part of chooseParts(options)) {
    // Everything that a part has started is stopped before the next part begins.
    const comparison = await withCleanUp((defer) => MEASURE[part](defer, options))
    figures[part] = comparison.figures
    failures.push(...comparison.failures.map((failure) => `${part}: ${failure}`))
    missed.push(...comparison.missed.map((each) => `${part}: ${each}`))
  }
  return { figures, failures, missed }
})

function chooseParts({ only, short }: Options): readonly Part[] {
  if (only !== undefined) return [only]
  return short ? ['polls', 'reports'] : PARTS
}
