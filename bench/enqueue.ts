import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { migrate } from '../server/src/setup/migrate.ts'
import { type BenchStore, createBenchStores, FIRST, openCheckouts, SECRET_KEYS } from './open-checkouts.ts'
import { postCallbacks } from './post-callbacks.ts'
import { startProgress } from '../e2e/kit/progress.ts'
import { recordStatements, toScript } from './record-statements.ts'
import { signedCallback } from './signed-callback.ts'

const HELP = `Compares what one server process makes of payment callbacks, over HTTP, with what the bare database makes of the same
transaction under pgbench. Both take turns on one cluster; the ratio of the medians counts.

  npm run bench:enqueue                 about two minutes
  --callbacks N --rounds N              callbacks a round (4000), and rounds (5)
  --connections N                       of the provider to us, of us to the database, and clients of pgbench (16)
  --short                               the form for the check
  --json                                the last line is one JSON object`

/** The promise. */
const LEAST_RATIO = 0.6
const STORES = 8

const { values: options } = parseArgs({
  options: {
    callbacks: { type: 'string' },
    rounds: { type: 'string' },
    connections: { type: 'string', default: '16' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await main()

async function main(): Promise<number> {
  const callbacks = Number(options.callbacks ?? (options.short ? 1_000 : 4_000))
  const rounds = Number(options.rounds ?? (options.short ? 3 : 5))
  const connections = Number(options.connections)
  const cluster = await startCluster({ major: 15, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-enqueue-'))
  const databaseUrl = await createDatabase(cluster)
  await migrate(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let server: Awaited<ReturnType<typeof serve>> | undefined
  try {
    const stores = await createBenchStores(databaseUrl, STORES)
    const stock = createStock(client, stores)
    const scripts = await writeScripts({ client, databaseUrl, stores, folder, from: await stock.take(STORES) })
    server = await serve(databaseUrl, connections)
    const figures = { server: [] as number[], bare: [] as number[] }
    const progress = startProgress('callbacks', rounds * 2 + 1)
    // The first round warms both up: what is compiled and cached then is so for the rest of a server's life.
    for (let round = -1; round < rounds; round++) {
      const many = round < 0 ? Math.min(callbacks, 1_000) : callbacks
      const turns = [
        async () => {
          const perSecond = await measureServer(server?.port ?? 0, {
            stores,
            from: await stock.take(many),
            many,
            connections,
          })
          if (round >= 0) figures.server.push(perSecond)
        },
        async () => {
          const perSecond = await measureBare({
            binDir: cluster.binDir,
            databaseUrl,
            scripts,
            stock,
            many,
            connections,
          })
          if (round >= 0) figures.bare.push(perSecond)
        },
      ]
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
        await turn()
        progress.add(round < 0 ? 0.5 : 1)
      }
    }
    progress.done()
    const result = {
      serverPerSecond: Math.round(medianOf(figures.server)),
      pgbenchPerSecond: Math.round(medianOf(figures.bare)),
      ratio: Number((medianOf(figures.server) / medianOf(figures.bare)).toFixed(3)),
      statements: scripts.statements,
      callbacks,
      rounds,
      connections,
    }
    console.log(
      `${result.serverPerSecond} callbacks a second through HTTP, ${result.pgbenchPerSecond} transactions a second bare ` +
        `(${result.statements} statements each): ratio ${result.ratio}, at least ${LEAST_RATIO} is promised`,
    )
    if (options.json) console.log(JSON.stringify(result))
    return result.ratio >= LEAST_RATIO ? 0 : 1
  } finally {
    await server?.stop()
    await client.end()
    await rm(folder, { recursive: true })
    await cluster.stop()
  }
}

type Stock = { take: (count: number) => Promise<number> }

/** Each checkout is paid once, so every turn gets new ones. */
function createStock(client: pg.Client, stores: BenchStore[]): Stock {
  let next = 0
  return {
    async take(count) {
      const from = next
      next += Math.ceil(count / STORES) * STORES
      await openCheckouts(client, stores, { from, count: next - from })
      return from
    },
  }
}

async function measureServer(
  port: number,
  { stores, from, many, connections }: { stores: BenchStore[]; from: number; many: number; connections: number },
): Promise<number> {
  const signed = Array.from({ length: many }, (_, i) => {
    const store = stores[(from + i) % stores.length]
    if (!store) throw new Error('there is no store')
    return signedCallback(store, from + i)
  })
  const { seconds, applied } = await postCallbacks(port, signed, { connections })
  if (applied !== many) throw new Error(`${many - applied} callbacks were not applied`)
  return applied / seconds
}

type Scripts = { files: string[]; statements: number }

async function writeScripts({
  client,
  databaseUrl,
  stores,
  folder,
  from,
}: {
  client: pg.Client
  databaseUrl: string
  stores: BenchStore[]
  folder: string
  from: number
}): Promise<Scripts> {
  const files: string[] = []
  let statements = 0
  const known = await knownIds(client)
  for (const [i, store] of stores.entries()) {
    const recorded = await recordStatements(databaseUrl, store, from + i)
    const file = join(folder, `pay-${i}.sql`)
    await writeFile(file, toScript(recorded, { n: from + i, stores: stores.length, known }))
    files.push(file)
    statements = recorded.length
  }
  return { files, statements }
}

/** Whatever else a statement names was made for the one callback that was recorded. */
async function knownIds(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'select id from stores union all select id from products union all select id from game_servers',
  )
  return new Set(rows.map(({ id }) => id))
}

async function measureBare({
  binDir,
  databaseUrl,
  scripts,
  stock,
  many,
  connections,
}: {
  binDir: string
  databaseUrl: string
  scripts: Scripts
  stock: Stock
  many: number
  connections: number
}): Promise<number> {
  const each = Math.ceil(many / connections)
  // Which script a client runs next is up to pgbench, so each store needs a checkout for every number that may come.
  const from = await stock.take((each + 1) * connections * STORES)
  const { stdout } = await promisify(execFile)(
    join(binDir, 'pgbench'),
    [
      '--no-vacuum',
      `--client=${connections}`,
      '--jobs=1',
      `--transactions=${each}`,
      '--define=k=0',
      `--define=many=${each + 1}`,
      `--define=base=${FIRST + from}`,
      ...scripts.files.flatMap((file) => ['--file', file]),
      databaseUrl,
    ],
    { env: { ...process.env, PGOPTIONS: '-c role=quartermaster_app -c synchronous_commit=on' } },
  )
  if (!/number of failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`)
  const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (perSecond === undefined) throw new Error(`pgbench said:\n${stdout}`)
  return Number(perSecond)
}

/** One real server process, as an operator starts it. */
async function serve(databaseUrl: string, pool: number): Promise<{ port: number; stop: () => Promise<void> }> {
  const program = fileURLToPath(new URL('../server/bin/quartermaster.mjs', import.meta.url))
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(pool),
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    SECRET_KEYS,
  }
  const child = spawn(process.execPath, [program, 'serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    port: (JSON.parse(line) as { port: number }).port,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function medianOf(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
