import { createHash } from 'node:crypto'
import type { ClientMaker } from './clients/client.ts'
import { type Play, playScenario, type Result } from './run-scenario.ts'
import type { AnyScenario } from './scenarios/all.ts'

export type Run = Omit<Play, 'run' | 'makeClient'> & {
  scenarios: readonly AnyScenario[]
  makeClient: ClientMaker
  seed: string
  /** So many scenarios at the same time, each with a client and a store of its own. */
  parallel: number
  began?: (scenario: AnyScenario) => void
  ended?: (result: Result) => void
}

/** Plays scenarios and gives their results in the order of the list. */
export async function runScenarios({ scenarios, parallel, seed, began, ended, ...play }: Run): Promise<Result[]> {
  const results: Result[] = []
  const left = [...scenarios.entries()]

  async function takeTurns(): Promise<void> {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, scenario] = next
      began?.(scenario)
      const result = await playScenario(scenario, { ...play, run: idsOf(seed, scenario) })
      results[index] = result
      ended?.(result)
    }
  }

  await Promise.all(Array.from({ length: parallel }, takeTurns))
  return results
}

/** The same seed gives the same ids; another gives ids that no journal has seen. */
function idsOf(seed: string, { id, version }: AnyScenario): string {
  const digest = createHash('sha256').update(`${seed} ${version} ${id}`).digest()
  return digest.readUInt32BE().toString(36).padStart(7, '0').slice(-6)
}
