import type { Defer } from './run-harness.ts'

/** Runs a part of a harness and its cleanups, the last first, even if one of them fails. */
export async function withCleanUp<T>(run: (defer: Defer) => Promise<T>): Promise<T> {
  const cleanUps: (() => unknown)[] = []
  try {
    return await run((cleanUp) => cleanUps.push(cleanUp))
  } finally {
    for (const cleanUp of cleanUps.toReversed()) {
      await Promise.resolve()
        .then(cleanUp)
        .catch((error: unknown) => console.error(error))
    }
  }
}
