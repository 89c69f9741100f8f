import { setTimeout as sleep } from 'node:timers/promises'
import type { StandardOptions } from './options.ts'

/** Registers work for the end of the run. The last that was registered runs first. */
export type Defer = (cleanUp: () => unknown) => void

export type Result = {
  figures: Record<string, unknown>
  /** Broken promises, each as a sentence. */
  failures: string[]
  /** Figures beyond their limit, each as a sentence. They depend on the machine, so they fail nothing. */
  missed?: string[]
}

const MAX_FAILURES_SHOWN = 15

/**
 * Runs a harness: cleans up also after errors and signals, prints broken promises, figures and what is beyond its limit,
 * and sets the exit code by the promises alone. With --json, the last line is one JSON object with the figures and `missed`.
 */
export async function runHarness(
  { json, seed }: Pick<StandardOptions, 'json' | 'seed'>,
  run: (defer: Defer) => Promise<Result>,
): Promise<void> {
  const startedAt = Date.now()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.race([stopAll(), sleep(10_000)]).then(() => process.exit(1)))
  }
  await withCleanUp(async (defer) => {
    const { figures, ...judged } = await run(defer)
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    // A harness that measures its own seconds reports those.
    printResult({ figures: { seconds, ...figures, seed }, ...judged }, json)
  })
}

/** The parts that run now, the outermost first. Each function runs the cleanups of its part once. */
const activeParts = new Set<() => Promise<void>>()

async function stopAll(): Promise<void> {
  for (const stop of [...activeParts].toReversed()) await stop()
}

/** Runs a part of a harness and its cleanups, the last first, even if one of them fails. */
export async function withCleanUp<T>(run: (defer: Defer) => Promise<T>): Promise<T> {
  const cleanUps: (() => unknown)[] = []
  async function stop(): Promise<void> {
    for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) {
      try {
        await cleanUp()
      } catch (error) {
        console.error(error)
      }
    }
  }
  activeParts.add(stop)
  try {
    return await run((cleanUp) => cleanUps.push(cleanUp))
  } finally {
    await stop()
    activeParts.delete(stop)
  }
}

function printResult({ figures, failures, missed }: Result, json: boolean): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  for (const [name, value] of Object.entries(figures)) {
    console.log(`${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  for (const each of missed ?? []) console.error(`beyond its limit: ${each}`)
  for (const failure of failures.slice(0, MAX_FAILURES_SHOWN)) console.error(`FAILED: ${failure}`)
  if (failures.length > MAX_FAILURES_SHOWN) console.error(`and ${failures.length - MAX_FAILURES_SHOWN} more failures`)
  process.exitCode = failures.length > 0 ? 1 : 0
  if (json) console.log(JSON.stringify({ ...figures, ...(missed && { missed }) }))
}
