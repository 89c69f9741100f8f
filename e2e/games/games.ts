import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findMissing } from './find-missing.ts'
import type { GameResult, GameTrial } from './game-trial.ts'
import { openStage, type Stage } from './stage.ts'
import { TRIALS } from './trials.ts'

const AT_ONCE = 2
const NAMES = TRIALS.map(({ name }) => name)
const HELP = `Sells to real games: the product, the agent or mod, and the real server. Every effect is read back from the game.

  npm run e2e:games -- [options]

  --only A,B   some of: ${NAMES.join(', ')}
  --short      the form for the check: 5 timed sales in each game (else 20)
  --seed N     makes the same decisions again; when they take effect is up to the machine
  --json       ends with one JSON object on a line

What the games need is installed by: npm run e2e:games:install`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await games()

async function games(): Promise<number> {
  const trials = chosen(options.only)
  if (trials === undefined) return 2
  const missing = await findMissing(trials)
  if (missing.length > 0) {
    const lines = missing.map((command) => `\n  ${command.join(' ')}`)
    console.error(`FAILED: this machine lacks what the games need. Install it:${lines.join('')}`)
    return 1
  }
  const seed = Number(options.seed ?? randomInt(2 ** 31))
  const begun = performance.now()
  console.log(`${trials.map(({ name }) => name).join(', ')}; seed ${seed}`)

  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-games-'))
  const stage = await openStage(runDir)
  // The games themselves end with this process: see game-process.ts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stage.end().then(() => process.exit(1)))
  }
  let results: Timed[] = []
  try {
    results = await playAll(trials, { stage, seed })
  } finally {
    await stage.end()
  }
  const ok = results.every((result) => result.ok)
  if (ok) await rm(runDir, { recursive: true, force: true })
  else console.error(`The logs are in ${runDir}.`)
  if (options.json) console.log(JSON.stringify({ games: results, seed, seconds: secondsSince(begun) }))
  return ok ? 0 : 1
}

type Timed = GameResult & { seconds: number }

/** Some at a time, in their order: most of a game's time is spent on waiting. */
async function playAll(trials: GameTrial[], on: { stage: Stage; seed: number }): Promise<Timed[]> {
  const results: Timed[] = []
  const waiting = [...trials]
  async function playNext(): Promise<void> {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) results.push(await play(trial, on))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, playNext))
  return results.toSorted((a, b) => NAMES.indexOf(a.name) - NAMES.indexOf(b.name))
}

async function play(trial: GameTrial, { stage, seed }: { stage: Stage; seed: number }): Promise<Timed> {
  const begun = performance.now()
  const say = (line: string) => process.stderr.write(`${trial.name.padEnd(12)} ${line}\n`)
  say('starts')
  const sales = options.short ? 5 : 20
  const result = await trial.play(stage, { sales, seed, say }).catch((error: unknown) => failed(trial, error))
  const timed = { ...result, seconds: secondsSince(begun) }
  console.log(
    `${result.ok ? '✓' : '✗'} ${trial.name.padEnd(12)} ${result.sales} sales, effect after ${result.p50Ms} ms (half), ` +
      `${result.p95Ms} ms (95 %); ${timed.seconds} s`,
  )
  for (const fault of result.faults) console.error(`FAILED: ${trial.name}: ${fault}`)
  return timed
}

function failed({ name }: GameTrial, error: unknown): GameResult {
  const fault = error instanceof Error ? error.message : String(error)
  return { name, ok: false, p50Ms: 0, p95Ms: 0, sales: 0, shown: [], faults: [fault] }
}

function chosen(only: string | undefined): GameTrial[] | undefined {
  if (only === undefined) return TRIALS
  const names = only.split(',')
  const unknown = names.filter((name) => !NAMES.includes(name))
  if (unknown.length === 0) return TRIALS.filter(({ name }) => names.includes(name))
  console.error(`FAILED: --only knows ${NAMES.join(', ')}; not ${unknown.join(', ')}`)
  return undefined
}

function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 100) / 10
}
