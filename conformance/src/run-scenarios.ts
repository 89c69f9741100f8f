import { createHash } from 'node:crypto'
import { type Result, runScenario, type ScenarioOptions } from './run-scenario.ts'
import type { AnyScenario } from './scenarios/all.ts'

export type RunOptions = Omit<ScenarioOptions, 'runId'> & {
  scenarios: readonly AnyScenario[]
  seed: string
  /** How many scenarios run at the same time, each with its own client and store. */
  parallel: number
  onStart?: (scenario: AnyScenario) => void
  onResult?: (result: Result) => void
}

/** Runs scenarios and returns their results in the order of the list. */
export async function runScenarios({
  scenarios,
  parallel,
  seed,
  onStart,
  onResult,
  ...options
}: RunOptions): Promise<Result[]> {
  const results: Result[] = []
  const remaining = [...scenarios.entries()]

  async function runRemaining(): Promise<void> {
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      const [index, scenario] = next
      onStart?.(scenario)
      const result = await runScenario(scenario, { ...options, runId: createRunId(seed, scenario) })
      results[index] = result
      onResult?.(result)
    }
  }

  await Promise.all(Array.from({ length: parallel }, runRemaining))
  return results
}

/** The same seed creates the same ids. A new seed creates ids that are in no journal yet. */
function createRunId(seed: string, { id, version }: AnyScenario): string {
  const digest = createHash('sha256').update(`${seed} ${version} ${id}`).digest()
  return digest.readUInt32BE().toString(36).padStart(7, '0').slice(-6)
}
