import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import { startProgress } from '../kit/progress.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { createRandom } from '../kit/random.ts'
import { createHttpClient } from '../walls/http-client.ts'
import { EXPECTED } from '../walls/expected.ts'
import { type Operation, readPublishedOperations } from '../walls/operations.ts'
import { openConnections } from '../walls/store-context.ts'
import { addFilledStore } from '../walls/fixture.ts'
import { createCounting, effectOf } from './effects.ts'
import { startProduct } from './start-product.ts'
import { ask, newWrite, type Stage, type Tally } from './trial.ts'
import { type Kept, tryAgain, tryOperation } from './try-operation.ts'

const HELP = `Asks for every write of the management API many times at once with one Idempotency-Key: it is done once, and
everybody gets the same answer. Then with another body, by somebody else, after the process was killed with the answer on
its lips, after a restart, and a day later.

  npm run idempotency -- [options]

  --concurrent N   so many equal requests at once (100; short 8)
  --only NAME      one operation
  --short          the form for the check: a third of the operations, chosen by the seed
  --seed N         makes the same choice again
  --json           ends with one JSON object on a line`

const { values: options } = parseArgs({
  options: {
    concurrent: { type: 'string' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const SHORT_SHARE = 3

if (options.help) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  const begun = Date.now()
  const seed = Number(options.seed ?? randomInt(2 ** 31))
  console.log(`seed ${seed}`)
  const writes = readPublishedOperations().filter(({ isWrite }) => isWrite)
  const tally: Tally = { requests: 0, effects: 0, differentAnswers: 0, failures: [] }
  for (const { id } of writes) if (!EXPECTED[id]) tally.failures.push(`${id} has no entry in e2e/walls/expected.ts`)
  const chosen = choose(writes, seed)
  const cluster = await startCluster()
  try {
    await tryAll(await createDatabase(cluster), chosen, tally)
  } finally {
    await cluster.stop()
  }
  return conclude(tally, { operations: chosen.length, seed, seconds: Math.round((Date.now() - begun) / 1_000) })
}

function choose(writes: Operation[], seed: number): Operation[] {
  if (options.only !== undefined) return writes.filter(({ id }) => id === options.only)
  return options.short
    ? createRandom(seed)
        .shuffle(writes)
        .slice(0, Math.ceil(writes.length / SHORT_SHARE))
    : writes
}

async function tryAll(databaseUrl: string, operations: Operation[], tally: Tally): Promise<void> {
  await migrate(databaseUrl)
  const concurrent = Number(options.concurrent ?? (options.short ? 8 : 100))
  const hands = openConnections(databaseUrl)
  const storeId = await addFilledStore(hands, 'falcon')
  const first = await startProduct(databaseUrl)
  const second = await startProduct(databaseUrl)
  const stage: Stage = {
    hands,
    scene: { ...hands, storeId, marker: 'falcon' },
    count: await createCounting(hands),
    // Half of what comes at once comes to each.
    processes: [first, second].map(({ port }) => createHttpClient(port, { sockets: concurrent })),
  }
  const progress = startProgress('before and after the kill', operations.length * 2)
  try {
    const kept: Kept[] = []
    for (const operation of operations) {
      const expected = EXPECTED[operation.id]
      const one = expected && (await tryOperation(stage, tally, { operation, expected, concurrent }))
      if (one) kept.push(one)
      progress.add(1)
    }
    await holdAll(stage, tally, kept, first)
    await first.kill()
    stage.processes.shift()?.close()
    for (const one of kept) {
      await tryAgain(stage, tally, one)
      progress.add(1)
    }
    progress.done()
  } finally {
    for (const asking of stage.processes) asking.close()
    await Promise.all([first.kill(), second.kill(), hands.close()])
  }
}

/** Everything is done and nobody is told: the answers are held back until the process dies. */
async function holdAll(
  stage: Stage,
  tally: Tally,
  kept: Kept[],
  process: { held: (count: number) => Promise<void> },
): Promise<void> {
  let held = 0
  for (const one of kept) {
    const { operation, expected, effect } = one
    const write = await newWrite(stage, operation, expected)
    one.held = write
    const before = await stage.count()
    void ask(stage, tally, write, { hold: true }).catch(() => undefined)
    await process.held(++held)
    tally.effects++
    const done = effectOf(before, await stage.count())
    if (done !== effect) tally.failures.push(`${operation.id}: before the kill it did "${done}", not "${effect}"`)
  }
}

function conclude(
  tally: Tally,
  { operations, seed, seconds }: { operations: number; seed: number; seconds: number },
): number {
  const { requests, effects, differentAnswers, failures } = tally
  for (const failure of failures.slice(0, 20)) console.log(`✗ ${failure}`)
  console.log(
    `${operations} writes, ${requests} requests: ${effects} effects, ${differentAnswers} different answers, ${failures.length} failures; ${seconds} s`,
  )
  const figures = { operations, requests, effects, differentAnswers, failures: failures.length, seed, seconds }
  if (options.json) console.log(JSON.stringify(figures))
  return failures.length === 0 ? 0 : 1
}
