import type { ClientMaker } from '../../conformance/src/clients/client.ts'
import { runScenarios } from '../../conformance/src/run-scenarios.ts'
import { scenariosOf, type Version } from '../../conformance/src/scenarios/all.ts'

type Judging = {
  version?: Version
  /** How long a second of the scenarios lasts. */
  secondMs?: number
}

const SECOND_MS = 100
/** Longer than the slowest answer, and short enough for those who never speak again. */
const SILENT_SECONDS_MOST = 12
const SETTINGS = { longQueue: 48, longPart: 12, console: 'console' } as const

/**
 * The scenarios that a client in this process does not pass, by id and in a list for each verdict. It is made with the
 * pause between its polls: a little more than a second of the scenarios.
 */
export async function judgeClient(
  makeWith: (intervalMs: number) => ClientMaker,
  { version = '1.0', secondMs = SECOND_MS }: Judging = {},
) {
  const results = await runScenarios({
    scenarios: scenariosOf(version),
    settings: { ...SETTINGS, secondMs, timeoutMs: secondMs * SILENT_SECONDS_MOST },
    demand: 'must',
    key: 'qm_0_conformance',
    seed: 'tests',
    parallel: 40,
    makeClient: makeWith(secondMs * 1.2),
    isInside: true,
  })
  const idsOf = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
  return { fails: idsOf('fail'), advised: idsOf('advice'), untested: idsOf('not tested'), results }
}
