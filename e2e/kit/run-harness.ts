import { setTimeout as sleep } from 'node:timers/promises'
import type { StandardOptions } from './options.ts'

/** Registers work for the end of the run. The last that was registered runs first. */
export type Defer = (cleanUp: () => unknown) => void

export type Result = {
  figures: Record<string, unknown>
  /** Broken promises, each as a sentence. */
  failures: string[]
}

const MAX_FAILURES_SHOWN = 15

/**
 * Runs a harness: cleans up also after errors and signals, prints broken promises and figures, and sets the exit code.
 * With --json, the last line is one JSON object with the figures.
 */
export async function runHarness(
  { json, seed }: Pick<StandardOptions, 'json' | 'seed'>,
  run: (defer: Defer) => Promise<Result>,
): Promise<void> {
  const startedAt = Date.now()
  const cleanUps: (() => unknown)[] = []
  const stopAll = async () => {
    for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) await runCleanUp(cleanUp)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.race([stopAll(), sleep(10_000)]).then(() => process.exit(1)))
  }
  try {
    const { figures, failures } = await run((cleanUp) => cleanUps.push(cleanUp))
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    // A harness that measures its own seconds reports those.
    printResult({ figures: { seconds, ...figures, seed }, failures }, json)
  } finally {
    await stopAll()
  }
}

async function runCleanUp(cleanUp: () => unknown): Promise<void> {
  try {
    await cleanUp()
  } catch (error) {
    console.error(error)
  }
}

function printResult({ figures, failures }: Result, json: boolean): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  for (const [name, value] of Object.entries(figures)) {
    console.log(`${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  for (const failure of failures.slice(0, MAX_FAILURES_SHOWN)) console.error(`FAILED: ${failure}`)
  if (failures.length > MAX_FAILURES_SHOWN) console.error(`and ${failures.length - MAX_FAILURES_SHOWN} more failures`)
  process.exitCode = failures.length > 0 ? 1 : 0
  if (json) console.log(JSON.stringify(figures))
}
