import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { startProgress } from '../kit/progress.ts'
import { mutate } from '../crash/mutate.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { MUTANTS } from './mutants.ts'
import { type Outcome, runTrial } from './trial.ts'

const HELP = `Has everything given again after a wipe while the servers that do it are killed, game servers ask and report, and
purchases are refunded. Each thing that is owed must be queued once, and the dry run must have said so. Then does the
same to broken variants of the product, and must notice each.

  npm run redelivery -- [options]

  --entitlements N   how many players' things there are (100000; short 3000)
  --kills N          how often the servers are killed on the way (50; short 5)
  --mutants WHICH    all, none, or part of a name (all; short: none)
  --short            the form for the check
  --seed N           makes the same decisions again; when they take effect is up to the machine
  --json             ends with one JSON object on a line`

const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Every commit waits a little before it goes to disk, so that more kills land before it is there. */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0', max_wal_size: '4GB' }
const DATABASE_TIMEOUT_MS = 60_000
const MUTANT = {
  entitlements: 3_000,
  kills: 6,
  program: 'worker' as const,
  processes: 1,
  patienceMs: 8_000,
  attempts: 4,
}

const { values: options } = parseArgs({
  options: {
    entitlements: { type: 'string' },
    kills: { type: 'string' },
    mutants: { type: 'string' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await redelivery()

async function redelivery(): Promise<number> {
  const { short } = options
  const seed = number('--seed', options.seed, randomInt(2 ** 31))
  const entitlements = number('--entitlements', options.entitlements, short ? 3_000 : 100_000)
  const kills = number('--kills', options.kills, short ? 5 : 50)
  console.log(`${entitlements} entitlements, ${kills} kills; seed ${seed}`)
  const random = createRandom(seed)
  const begun = Date.now()
  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-redelivery-'))
  const cluster = await startCluster({ settings: SLOW_COMMITS })
  try {
    const place = { cluster, cacheDir }
    const progress = startProgress('killed on the way', kills)
    const outcome = await runTrial({
      ...place,
      root: PROJECT_ROOT,
      entitlements,
      kills,
      ...(short ? { program: 'worker', processes: 1 } : { program: 'serve', processes: 2 }),
      random: random.fork(),
      patienceMs: DATABASE_TIMEOUT_MS,
      onPlanted: () => console.error(`planted after ${Math.round((Date.now() - begun) / 1_000)} s`),
      onKill: () => progress.add(1),
    })
    progress.done()
    const escaped = await hunt(place, random.fork())
    return conclude(outcome, { entitlements, seed, escaped, totalSeconds: Math.round((Date.now() - begun) / 1_000) })
  } finally {
    await cluster.stop()
    await rm(cacheDir, { recursive: true, force: true })
  }
}

/** Lets the same trial loose on every broken variant. Answers with those that nobody noticed. */
async function hunt(place: { cluster: Cluster; cacheDir: string }, random: Random): Promise<string[] | undefined> {
  const which = options.mutants ?? (options.short ? 'none' : 'all')
  if (which === 'none') return undefined
  const chosen = MUTANTS.filter(({ name }) => which === 'all' || name.includes(which))
  if (chosen.length === 0) throw new Error(`No mutant is called like "${which}"`)
  const escaped: string[] = []
  for (const mutant of chosen) {
    const copy = await mutate(PROJECT_ROOT, mutant)
    try {
      const { attempts, ...size } = MUTANT
      let by: string | undefined
      for (let attempt = 1; by === undefined && attempt <= attempts; attempt++) {
        const silent = { onPlanted: () => undefined, onKill: () => undefined }
        const { faults } = await runTrial({ ...place, ...size, ...silent, root: copy.root, random: random.fork() })
        by = faults.find((fault) => !fault.startsWith('only '))
      }
      if (by === undefined) escaped.push(mutant.name)
      console.log(
        by === undefined ? `✗ nobody noticed: ${mutant.name}` : `✓ noticed: ${mutant.name} (${by.slice(0, 120)})`,
      )
    } finally {
      await copy.remove()
    }
  }
  return escaped
}

type Frame = { entitlements: number; seed: number; escaped: string[] | undefined; totalSeconds: number }

function conclude(outcome: Outcome, { entitlements, seed, escaped, totalSeconds }: Frame): number {
  const { kills, missing, doubled, dryRun, result, reports, refunds, faults } = outcome
  const seconds = Number(outcome.seconds.toFixed(1))
  const figures = {
    entitlements,
    kills,
    missing,
    doubled,
    dryRun,
    result,
    seconds,
    reports,
    refunds,
    ...(escaped && { mutants: MUTANTS.length, escaped: escaped.length }),
    seed,
    totalSeconds,
  }
  for (const fault of faults.slice(0, 10)) console.log(`✗ ${fault}`)
  console.log(
    `\n${entitlements} entitlements, ${kills} kills: ${dryRun} owed by the dry run, ${result} sent, ${missing} missing, ${doubled} doubled; ` +
      `${seconds} s, seed ${seed}`,
  )
  if (options.json) console.log(JSON.stringify(figures))
  return faults.length === 0 && (escaped ?? []).length === 0 ? 0 : 1
}

function number(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is "${text}"; it must be a whole number`)
  return Number(text)
}
