import { computeVerdict, type Finding, type Level, NotTestedError, type Verdict } from './harness/findings.ts'
import type { ScenarioContext } from './harness/scenario-context.ts'
import { type ScenarioSetup, setUpScenario } from './harness/set-up-scenario.ts'
import type { AnyScenario } from './scenarios/all.ts'

const MAX_OUTPUT_LENGTH = 2_000

export type Result = {
  id: string
  title: string
  verdict: Verdict
  findings: Finding[]
  why: string
  fix: string
  seconds: number
  /** The last output of the client, unless it passed. */
  output: string | undefined
}

export type ScenarioOptions = Omit<ScenarioSetup, 'version'> & { requiredLevel: Level }

export async function runScenario(
  scenario: AnyScenario,
  { requiredLevel, ...setup }: ScenarioOptions,
): Promise<Result> {
  const startedAt = Date.now()
  const { context, tearDown } = await setUpScenario({ ...setup, version: scenario.version })
  try {
    const skipReason = await runUnlessSkipped(scenario, context)
    const verdict = skipReason === undefined ? computeVerdict(context.findings, requiredLevel) : 'not tested'
    return {
      id: scenario.id,
      title: scenario.title,
      verdict,
      findings: skipReason === undefined ? [...context.findings] : [{ level: 'note', ok: true, text: skipReason }],
      why: scenario.why,
      fix: scenario.fix,
      seconds: (Date.now() - startedAt) / 1000,
      output: verdict === 'pass' ? undefined : context.client.output()?.slice(-MAX_OUTPUT_LENGTH),
    }
  } finally {
    await tearDown()
  }
}

/** Resolves with the reason if the scenario does not apply to this client. */
async function runUnlessSkipped(scenario: AnyScenario, context: ScenarioContext): Promise<string | undefined> {
  const { state, client } = context
  try {
    if (scenario.needsFreshClient && client.isManual) await state.kill()
    // The version of the scenario determines the type of its queue.
    await scenario.run(context as never)
  } catch (error) {
    if (error instanceof NotTestedError) return error.message
    throw error
  }
  const exitReason = client.exitReason()
  if (exitReason !== undefined) context.note(`the client exited on its own: ${exitReason}`)
  for (const request of new Set(state.unknownRequests)) {
    context.note(`it requested ${request}, which does not exist`)
  }
  return undefined
}
