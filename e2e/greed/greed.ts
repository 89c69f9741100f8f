import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import pg from 'pg'
import { chooseMutants, findUnnoticed } from '../kit/mutants/try-mutants.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { type Defer, runHarness, withCleanUp } from '../kit/run-harness.ts'
import { startEnvironment } from '../kit/start-environment.ts'
import { createOwner } from '../kit/test-store.ts'
import { generateSequence } from './generate.ts'
import { GREED_MUTANTS } from './mutants.ts'
import { play } from './play.ts'
import { startProviders } from './providers.ts'
import type { Fault } from './reference.ts'
import { REGRESSIONS } from './regressions.ts'
import { atServer, openShop, SETTINGS } from './shop.ts'
import { shrink } from './shrink.ts'
import { describeSequence } from './describe.ts'
import type { Stage } from './stage.ts'
import type { Sequence } from './steps.ts'

const options = readOptions({
  script: 'greed',
  about: `Plays generated sequences of orders, payments and reversals with up to four actors at the same time on a running product, and judges
each end by an independent reference: nobody may keep more than what was paid, and no money may be lost. Then does the same to mutants of
the product, and must notice each of them.`,
  options: {
    sequences: { type: 'number', help: 'how many sequences are generated', default: 100_000, short: 350 },
    shops: { type: 'number', help: 'how many sequences are played at the same time', default: 8 },
    mutants: { type: 'text', help: 'all, none, or a part of a name', default: 'all' },
    resume: { type: 'text', help: 'a file for the counts: a run that was stopped goes on from there' },
    smaller: { type: 'number', help: 'how many of the sequences that fail are made smaller', default: 5 },
  },
})

/** The stand-ins of the providers never forget a payment, so they are replaced now and then. */
const SHIFT = 2_000
/** Of a mutant. The long form finds it by generated sequences, the short one by those that are known. */
const MUTANT_SEQUENCES = options.short ? 200 : 1_500
const MUTANT_SHOPS = options.short ? 2 : 4

const GENERATED = 'sequence'

type Named = [name: string, sequence: Sequence]
type Failed = { name: string; sequence: Sequence; faults: Fault[] }
type Tally = {
  seed: number
  played: number
  steps: number
  exceeded: number
  lostMoney: number
  denied: number
  playedSeconds: number
}

await runHarness(options, async (defer) => {
  const tally = await readTally()
  const environment = await startEnvironment(defer)
  const databaseUrl = await environment.createDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  defer(() => pool.end())
  const failures: string[] = []
  /** Sequences that the unchanged product fails, too. They prove nothing about a mutant. */
  const failing = new Set<string>()
  const progress = startProgress('sequences', options.sequences)
  progress.add(tally.played)
  while (tally.played < options.sequences) {
    await withCleanUp(playShift)
    await storeTally(tally)
  }
  progress.done()
  const mutants = chooseMutants(GREED_MUTANTS, options.mutants)
  const escaped = await withCleanUp((deferMutants) => findEscaped(deferMutants))
  const { played, playedSeconds, seed, ...counts } = tally
  return {
    figures: {
      sequences: played,
      ...counts,
      planted: mutants.length,
      found: mutants.length - escaped.length,
      sequencesPerSecond: Number((played / playedSeconds).toFixed(1)),
      seed,
    },
    failures: [...failures, ...escaped.map((name) => `a planted fault was not found: ${name}`)],
  }

  async function playShift(deferShift: Defer): Promise<void> {
    const until = Math.min(tally.played + SHIFT, options.sequences)
    const { stages } = await openStages(deferShift, options.shops)
    const startedAt = Date.now()
    const list = [...(tally.played === 0 ? known() : []), ...generate(tally.played, until, tally.seed)]
    const failed = await playAll(stages, list, { onPlayed: () => progress.add(1) })
    tally.playedSeconds += (Date.now() - startedAt) / 1_000
    tally.played = until
    tally.steps += list.reduce((sum, [, rounds]) => sum + rounds.flat().length, 0)
    for (const kind of ['exceeded', 'lostMoney', 'denied'] as const)
      tally[kind] += failed.filter(({ faults }) => faults.some((fault) => fault.kind === kind)).length
    for (const { name } of failed) failing.add(name)
    failures.push(...(await describeFailed(stages, failed)))
  }

  async function openStages(deferStages: Defer, count: number) {
    const providers = await startProviders(deferStages)
    const settings = { ...SETTINGS, ...providers.settings }
    const { url, stop } = await environment.startServer(databaseUrl, { settings })
    deferStages(stop)
    const owner = await createOwner({ url, databaseUrl })
    const stages: Stage[] = []
    for (let i = 0; i < count; i++) stages.push({ shop: await openShop(owner, { url, providers }), providers, pool })
    return { stages, settings, stop }
  }

  /** Every mutant serves the shops of its place, which the product has opened. */
  async function findEscaped(deferMutants: Defer): Promise<string[]> {
    if (mutants.length === 0) return []
    const places = Math.min(2, cpus().length)
    const { stages, settings, stop } = await openStages(deferMutants, places * MUTANT_SHOPS)
    await stop()
    const random = createRandom(options.seed)
    return findUnnoticed(mutants, {
      places: Array.from({ length: places }, (_, i) => stages.slice(i * MUTANT_SHOPS, (i + 1) * MUTANT_SHOPS)),
      attempts: [MUTANT_SEQUENCES],
      run: ({ root, place, size }) =>
        withCleanUp(async (deferMutant) => {
          const { url, stop: stopMutant } = await environment.startServer(databaseUrl, { settings, root })
          deferMutant(stopMutant)
          const own = place.map((stage) => ({ ...stage, shop: atServer(stage.shop, url) }))
          const list = [
            ...(options.short ? known() : []),
            ...([...failing].some((name) => name.startsWith(GENERATED))
              ? []
              : generate(0, size, random.integer(1, 1_000_000))),
          ]
          const failed = await playAll(
            own,
            list.filter(([name]) => !failing.has(name)),
            { maxFailed: 1 },
          )
          return failed.flatMap(({ name, faults }) => faults.map(({ kind, text }) => `${name}: ${kind}: ${text}`))
        }),
    })
  }
})

function known(): Named[] {
  return Object.entries(REGRESSIONS)
}

/** Each sequence follows from the seed and its number. */
function* generate(from: number, to: number, seed: number): Generator<Named> {
  for (let no = from; no < to; no++) yield [`${GENERATED} ${no}`, generateSequence(createRandom(seed * 1_000_003 + no))]
}

async function readTally(): Promise<Tally> {
  const { resume, seed } = options
  if (resume !== undefined && existsSync(resume)) return JSON.parse(await readFile(resume, 'utf8')) as Tally
  return { seed, played: 0, steps: 0, exceeded: 0, lostMoney: 0, denied: 0, playedSeconds: 0 }
}

/** The next run after the last shift starts anew. */
async function storeTally(tally: Tally): Promise<void> {
  const { resume, sequences } = options
  if (resume === undefined) return
  await mkdir(dirname(resume), { recursive: true })
  await (tally.played < sequences ? writeFile(resume, JSON.stringify(tally)) : rm(resume, { force: true }))
}

type Playing = { onPlayed?: () => void; maxFailed?: number }

/** One sequence at a time in each shop. */
async function playAll(
  stages: Stage[],
  list: Iterable<[string, Sequence]>,
  { onPlayed, maxFailed = Infinity }: Playing,
): Promise<Failed[]> {
  const failed: Failed[] = []
  const queue = [...list].values()
  async function work(stage: Stage): Promise<void> {
    for (const [name, sequence] of queue) {
      if (failed.length >= maxFailed) return
      const faults = await play(stage, sequence)
      if (faults.length > 0) failed.push({ name, sequence, faults })
      onPlayed?.()
    }
  }
  await Promise.all(stages.map(work))
  return failed
}

/** The first ones as small as they get. Each shop has one to shrink at a time. */
async function describeFailed(stages: Stage[], failed: Failed[]): Promise<string[]> {
  const shown = failed.slice(0, options.smaller).values()
  const texts: string[] = []
  async function work(stage: Stage): Promise<void> {
    for (const { name, sequence, faults } of shown) {
      const kinds = new Set(faults.map(({ kind }) => kind))
      let last = faults
      const smallest = await shrink(sequence, async (candidate) => {
        const found = await play(stage, candidate)
        const isSame = found.some(({ kind }) => kinds.has(kind))
        if (isSame) last = found
        return isSame
      })
      texts.push(
        `${name}: ${last.map(({ kind, text }) => `${kind}: ${text}`).join('; ')}\n${describeSequence(smallest)}\n${JSON.stringify(smallest)}`,
      )
    }
  }
  await Promise.all(stages.map(work))
  return texts
}
