import type { CreateClient } from '../../conformance/src/clients/client.ts'
import { runScenarios } from '../../conformance/src/run-scenarios.ts'
import { listScenarios, type Version } from '../../conformance/src/scenarios/all.ts'

type KitOptions = {
  version?: Version
  /** Length of one second in the scenarios. */
  secondMs?: number
  /** The poll interval, by default a little longer than one second of the scenarios. */
  intervalSeconds?: number
  /** The ids of scenarios. By default, all of them run. */
  only?: string[]
}

const SECOND_MS = 100
/** Only clients that stop for good take so long. On a busy machine, others can take half of it. */
const TIMEOUT_SECONDS = 50
const SETTINGS = { longQueueLength: 48, maxCommandsPerPoll: 12, console: 'quotes' } as const

/** Runs scenarios against a client in this process and returns the ids per verdict. */
export async function runKit(
  createWithInterval: (intervalMs: number) => CreateClient,
  { version = '1.0', secondMs = SECOND_MS, intervalSeconds = 1.2, only }: KitOptions = {},
) {
  const results = await runScenarios({
    scenarios: listScenarios(version).filter(({ id }) => only?.includes(id) ?? true),
    settings: { ...SETTINGS, secondMs, timeoutMs: secondMs * TIMEOUT_SECONDS },
    requiredLevel: 'must',
    key: 'qm_0_conformance',
    seed: 'tests',
    parallel: 15,
    createClient: createWithInterval(secondMs * intervalSeconds),
    isInProcess: true,
  })
  const findIds = (expected: string) => results.filter(({ verdict }) => verdict === expected).map(({ id }) => id)
  return { failed: findIds('fail'), advised: findIds('advice'), notTested: findIds('not tested'), results }
}
