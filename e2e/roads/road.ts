import type { Person } from './person.ts'
import type { World } from './world.ts'

/** One person's way through everything that they want, to a state that they would call done. */
export type Road = {
  /** As in R3. */
  name: string
  title: string
  /** The most clicks and fields that all persons of the road may need. */
  budget: { clicks: number; fields: number }
  /** The clock of a test store can be moved. Its providers have test keys, and everything else is as in a live store. */
  mode?: 'test'
  run: (person: Person, world: World) => Promise<void>
}

/** The road ends here, because the product cannot do the next step yet. */
export class Stopped extends Error {}

/** The product can do a step that was declared as missing. */
class Passed extends Error {}

/** Long enough for a page that does what it should. */
const ATTEMPT_TIMEOUT_MS = 15_000

/**
 * Declares a step that today's product cannot do, and the issue that will open it. `attempt` tries the step as the person
 * would, and has to fail: when it succeeds, the rest of the road has to be written.
 */
export async function stop(
  { page }: Person,
  issue: number,
  missing: string,
  attempt: () => Promise<unknown>,
): Promise<never> {
  page.setDefaultTimeout(ATTEMPT_TIMEOUT_MS)
  const reason = await attempt().then(() => undefined, firstLine)
  if (reason === undefined)
    throw new Passed(`Open the rest of the road: the product now passes "${missing}" (issue ${issue})`)
  throw new Stopped(`issue ${issue}: ${missing} (${reason})`)
}

export function require(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}

function firstLine(error: unknown): string {
  return String(error).split('\n')[0] ?? ''
}
