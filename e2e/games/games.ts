import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptions } from '../kit/options.ts'
import { type Defer, runHarness, withCleanUp } from '../kit/run-harness.ts'
import { startProduct } from '../kit/start-product.ts'
import { createOwner } from '../kit/test-store.ts'
import { findMissing } from './find-missing.ts'
import { createGameStore, type GameStore } from './game-store.ts'
import type { GameTrial } from './game-trial.ts'
import { type GameResult, runSales } from './run-sales.ts'
import { TRIALS } from './trials.ts'

/** Most of the time, a game waits. */
const PARALLEL = 2
const MAX_P95_MS = 1_000
const NAMES = TRIALS.map(({ name }) => name)

const options = readOptions({
  script: 'e2e:games',
  about: `Sells to real games: the product, the agent or mod, and the real game server. Every effect is read from the game.
Install the games first: npm run e2e:games:install`,
  options: {
    only: { type: 'text', help: `some of: ${NAMES.join(',')}` },
    sales: { type: 'number', default: 20, short: 5, help: 'measured sales per game' },
  },
})

await runHarness(options, async (defer) => {
  const names = options.only?.split(',') ?? NAMES
  const unknown = names.filter((name) => !NAMES.includes(name))
  if (unknown.length > 0) return fail(`--only has unknown games: ${unknown.join(', ')}. Use: ${NAMES.join(', ')}.`)
  const trials = TRIALS.filter(({ name }) => names.includes(name))
  const missing = findMissing(trials).map((command) => `\n  ${command.join(' ')}`)
  if (missing.length > 0) return fail(`Packages are missing. Install them:${missing.join('')}`)

  const results = await runAll(trials, defer)
  return {
    figures: { games: results.toSorted((a, b) => NAMES.indexOf(a.name) - NAMES.indexOf(b.name)) },
    failures: results.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)),
    missed: results.flatMap(({ name, p95Ms }) =>
      p95Ms < MAX_P95_MS ? [] : [`${name}: 95 % of the effects came within ${p95Ms} ms instead of ${MAX_P95_MS}`],
    ),
  }
})

function fail(failure: string) {
  return { figures: { games: [] }, failures: [failure] }
}

async function runAll(trials: GameTrial[], defer: Defer): Promise<GameResult[]> {
  const { server, databaseUrl, folder } = await startProduct(defer)
  const owner = await createOwner({ url: server.url, databaseUrl })
  const results: GameResult[] = []
  const queue = trials.values()
  async function runNext(): Promise<void> {
    for (const trial of queue) {
      const store = await createGameStore(owner, { url: server.url, name: trial.name })
      results.push(await runTrial(trial, { store, folder: join(folder, trial.name) }))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, runNext))
  return results
}

async function runTrial(
  { name, open }: GameTrial,
  { store, folder }: { store: GameStore; folder: string },
): Promise<GameResult & { seconds: number }> {
  const startedAt = performance.now()
  const print = (line: string) => process.stderr.write(`${name.padEnd(12)} ${line}\n`)
  print('starts')
  await mkdir(folder)
  const result = await withCleanUp(async (defer) => {
    const game = await open({ store, folder, defer })
    return runSales(name, { store, game }, { ...options, print })
  }).catch((error: unknown): GameResult => {
    return { name, ok: false, p50Ms: 0, p95Ms: 0, sales: 0, shown: [], faults: [String(error)] }
  })
  const { ok, sales, p50Ms, p95Ms } = result
  print(`${ok ? 'passed' : 'failed'}: ${sales} sales, effect after ${p50Ms} ms (median), ${p95Ms} ms (95 %)`)
  return { ...result, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
}
