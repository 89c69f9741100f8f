import type { AnyScenario } from './scenarios/all.ts'
import { type Finding, type Level, NotTestedError, type Verdict, verdictOf } from './harness/findings.ts'
import { type Scene, setStage } from './harness/set-up-scenario.ts'
import type { Stage } from './harness/scenario-context.ts'

export type Result = {
  id: string
  title: string
  verdict: Verdict
  findings: Finding[]
  why: string
  mend: string
  seconds: number
  /** What the client printed last, in a scenario that it did not pass. */
  output: string | undefined
}

export type Play = Omit<Scene, 'version'> & { demand: Level }

export async function playScenario(scenario: AnyScenario, { demand, ...scene }: Play): Promise<Result> {
  const started = Date.now()
  const { stage, clear } = await setStage({ ...scene, version: scenario.version })
  try {
    const untested = await act(scenario, stage)
    const verdict = untested === undefined ? verdictOf(stage.findings, demand) : 'not tested'
    return {
      id: scenario.id,
      title: scenario.title,
      verdict,
      findings: untested === undefined ? [...stage.findings] : [{ level: 'note', ok: true, text: untested }],
      why: scenario.why,
      mend: scenario.mend,
      seconds: (Date.now() - started) / 1000,
      output: verdict === 'pass' ? undefined : stage.client.output()?.slice(-2_000),
    }
  } finally {
    await clear()
  }
}

/** Resolves with why the scenario could not say anything about this client, if it could not. */
async function act(scenario: AnyScenario, stage: Stage): Promise<string | undefined> {
  const { world, client } = stage
  try {
    if (scenario.isFresh && client.isByHand) await world.kill()
    // The version of a scenario says which queue it is played with.
    await scenario.play(stage as never)
  } catch (error) {
    if (error instanceof NotTestedError) return error.message
    throw error
  }
  const ended = client.ended()
  if (ended !== undefined) stage.note(`the client ended by itself: ${ended}`)
  for (const lost of new Set(world.lostRequests)) stage.note(`it asked for ${lost}, which does not exist`)
  return undefined
}
