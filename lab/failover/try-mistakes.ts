import { copyMutated } from '../../e2e/kit/mutants/copy-mutated.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import { withCleanUp } from '../../e2e/kit/run-harness.ts'
import type { ConfigurationEdit } from './fill-template.ts'
import { createMachineFolder } from './machines.ts'
import { NotStarted, runTrial } from './run-trial.ts'
import { summarise } from './summarise.ts'
import type { Mistake } from './wrong-configurations.ts'

/** A mistake can make the service stay away for ever. */
const BACK_WITHIN_MS = 45_000
const MAX_CHARS = 300
/** Whether a mistake does harm can depend on the moment of the fault. A run of 60 faults has six of each kind. */
const MAX_TRIALS = 3

type Settings = { random: Random; edits: ConfigurationEdit[] }

/** Runs short trials with each mistake until it is noticed. Returns the names of those that were not noticed. */
export async function findUnnoticed(mistakes: Mistake[], { random, edits }: Settings): Promise<string[]> {
  const unnoticed: string[] = []
  for (const mistake of mistakes) {
    let first: string | undefined
    for (let trial = 1; trial <= MAX_TRIALS && first === undefined; trial++) {
      ;[first] = await tryMistake(mistake, { random, edits })
    }
    if (first === undefined) unnoticed.push(mistake.name)
    const mark = first === undefined ? '✗ not noticed' : '✓ noticed'
    console.log(`${mark}: ${mistake.name}${first === undefined ? '' : `\n    ${first.slice(0, MAX_CHARS)}`}`)
  }
  return unnoticed
}

function tryMistake(mistake: Mistake, { random, edits }: Settings): Promise<string[]> {
  return withCleanUp(async (defer) => {
    const copy = mistake.mutant && (await copyMutated(mistake.mutant))
    if (copy) defer(() => copy.remove())
    try {
      const outcome = await runTrial({
        faults: [mistake.fault],
        edits: [...(mistake.keepsTtl === true ? [] : edits), ...mistake.edits],
        root: copy?.root ?? PROJECT_ROOT,
        folder: await createMachineFolder(defer, { keep: () => false }),
        random: random.fork(),
        onFault: () => undefined,
        backWithinMs: BACK_WITHIN_MS,
      })
      const { failures, missed = [] } = summarise(outcome, { isTimed: true })
      return [...failures, ...missed]
    } catch (error) {
      // It would say nothing about the mistake.
      if (error instanceof NotStarted) throw error
      return [error instanceof Error ? error.message : String(error)]
    }
  })
}
