import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { type Design, DESIGNS, forElement, type Sizes } from './queue-designs.ts'

const run = promisify(execFile)
const CLIENTS = 2
const ROUNDS = 3

const { values } = parseArgs({
  options: {
    finished: { type: 'string', default: '1000000' },
    waiting: { type: 'string', default: '100000' },
    servers: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) {
  console.log(`Compares two ways to keep the queue: one table with everything in it, and a table of what waits beside a ledger.

  npm run bench:tables                            about two minutes
  --finished N --waiting N --servers N --seconds N  other sizes, and how long each figure is measured
  --json                                          the last line is one JSON object`)
} else {
  await main()
}

async function main(): Promise<void> {
  const sizes: Sizes = {
    finished: Number(values.finished),
    waiting: Number(values.waiting),
    servers: Number(values.servers),
    months: 24,
  }
  // pgbench comes with Debian's 15 only.
  const cluster = await startCluster({ major: 15, settings: { shared_buffers: '1GB', max_wal_size: '4GB' } })
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-tables-'))
  const built: Built[] = []
  try {
    for (const design of DESIGNS) built.push(await build(cluster, design, sizes))
    // In turns, so that whatever else the machine does meets both designs.
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of built) await measure(each, { binDir: cluster.binDir, folder, sizes, round })
    }
    const figures = built.map(({ design, polls, reports, pollBuffers, mebibytes }) => ({
      design: design.name,
      pollsPerSecond: medianOf(polls),
      reportsPerSecond: medianOf(reports),
      pollBuffers,
      mebibytes,
    }))
    console.table(figures)
    if (values.json) console.log(JSON.stringify({ ...sizes, seconds: Number(values.seconds), figures }))
  } finally {
    for (const { client } of built) await client.end()
    await rm(folder, { recursive: true })
    await cluster.stop()
  }
}

type Built = {
  design: Design
  url: string
  client: pg.Client
  pollBuffers: number
  mebibytes: number
  polls: number[]
  reports: number[]
}

async function build(cluster: Cluster, design: Design, sizes: Sizes): Promise<Built> {
  process.stderr.write(`building: ${design.name}\n`)
  const url = await createDatabase(cluster)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of design.build(sizes)) await client.query(statement)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const pollBuffers = await buffersOf(client, design.poll.replaceAll(':n', '0'))
  return {
    design,
    url,
    client,
    pollBuffers,
    mebibytes: Math.round((rows[0]?.bytes ?? 0) / 2 ** 20),
    polls: [],
    reports: [],
  }
}

type Round = { binDir: string; folder: string; sizes: Sizes; round: number }

async function measure(
  { design, url, client, polls, reports }: Built,
  { sizes, round, ...place }: Round,
): Promise<void> {
  process.stderr.write(`measuring, round ${round + 1} of ${ROUNDS}: ${design.name}\n`)
  const left = async () => (await client.query<{ left: number }>(design.left)).rows[0]?.left ?? 0
  polls.push(await pgbench({ ...place, url, first: 0, lines: [`\\set n random(1, ${sizes.servers})`, design.poll] }))

  // A round has numbers of its own and a client every second of them, so that nothing is reported twice.
  const share = Math.floor(sizes.waiting / ROUNDS)
  const before = await left()
  const next = ['\\set i :i + 1', `\\set n :i * ${CLIENTS} + :client_id`]
  const lines = [...next, forElement(design.report, sizes)]
  await pgbench({ ...place, url, first: Math.floor((round * share) / CLIENTS), lines })
  const reported = before - (await left())
  if (reported >= share - CLIENTS) throw new Error('There was nothing left to report; give a larger --waiting')
  reports.push(reported / Number(values.seconds))
}

/** What a poll of a server with nothing in its queue has to look at. */
async function buffersOf(client: pg.Client, poll: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${poll}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
}

type Bench = { binDir: string; folder: string; url: string; first: number; lines: string[] }

/** Planned anew at every call, as the product's statements are. */
async function pgbench({ binDir, folder, url, first, lines }: Bench): Promise<number> {
  const file = join(folder, 'script.sql')
  await writeFile(file, `${lines.map((line) => line.replaceAll('\n', ' ')).join('\n')};\n`)
  const options = [
    '-n',
    '-M',
    'extended',
    '-c',
    String(CLIENTS),
    '-j',
    '1',
    '-T',
    values.seconds,
    '-D',
    `i=${first}`,
    '-f',
    file,
    url,
  ]
  const { stdout } = await run(join(binDir, 'pgbench'), options)
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (rate === undefined) throw new Error(`pgbench gave no figure:\n${stdout}`)
  return Number(rate)
}

function medianOf(rates: number[]): number {
  const sorted = [...rates].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
