import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Options } from './options.ts'
import { type Part, toPart } from './part.ts'
import { secondsOf } from './poll-product.ts'
import { costOfIds, startPgbench, WARM_UP_SECONDS } from './pgbench.ts'
import { openServers, openStock, reportLines, type Stock } from './report-stock.ts'
import { type Run, runWrk } from './run-wrk.ts'
import { type Side, takeTurns, type Turn } from './take-turns.ts'
import { inWorld, type World } from './world.ts'

const LEAST_RATIO = 1.5
const LEAST_RATIO_SHORT = 1
const CONNECTIONS = 512
const PATH = '/api/games/1.0/commands/mark-as-processed'
/** So many elements are made ready for each second of a turn, or twice what the best turn needed. */
const READY = 15_000
const MARGIN = 2

type Reports = { world: World; databaseUrl: string; client: pg.Client; options: Options }

/** Durable reports, each element once, through one process against the same statement under pgbench. */
export async function reports(options: Options): Promise<Part> {
  const settings = { shared_buffers: '1GB', max_wal_size: '8GB', max_connections: '700' }
  return inWorld(settings, async (world) => {
    const databaseUrl = await world.database('reports')
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await openServers(client)
      return await measure({ world, databaseUrl, client, options })
    } finally {
      await client.end()
    }
  })
}

async function measure(bench: Reports): Promise<Part> {
  const { client, options } = bench
  const { rounds, short } = options
  const sides = [await pgbenchSide(bench, CONNECTIONS), await productSide(bench)]
  if (!short) sides.push(await pgbenchSide(bench, 64), await pgbenchSide(bench, 8))
  return toPart(await takeTurns(sides, { rounds, label: 'reports' }), {
    judged: 'product',
    against: `pgbench${CONNECTIONS}`,
    least: short ? LEAST_RATIO_SHORT : LEAST_RATIO,
    more: { idsUs: Number((await costOfIds(client)).toFixed(2)), connections: CONNECTIONS },
  })
}

async function productSide({ world, databaseUrl, client, options }: Reports): Promise<Side> {
  const stock = openStock(client, 0)
  const server = await world.product(databaseUrl)
  const file = join(world.folder, 'reports')
  const load = { script: 'reports.lua' as const, path: PATH, connections: CONNECTIONS, args: [file] }
  let best = 0
  return {
    name: 'product',
    title: `Quartermaster, ${CONNECTIONS} connections`,
    async turn(round) {
      const seconds = secondsOf(round, options)
      const elements = await stock.fill(elementsFor(seconds, best))
      await writeFile(file, reportLines(elements))
      const run = await runWrk({ ...load, server, seconds })
      best = Math.max(best, run.perSecond)
      return { ...run, faults: [...run.faults, ...(await faultsOfMove(stock, elements.from, run))] }
    },
  }
}

/**
 * As many moved as were answered. What was under way when the time was over may have moved or not, and these are among the
 * last that were sent; before them nothing may be left.
 */
async function faultsOfMove(stock: Stock, from: number, { answers, sent }: Run): Promise<string[]> {
  const moved = await stock.settle()
  // The first of all was only looked at.
  const left = await stock.waiting(from + 1, from + Math.max(sent - 3 * CONNECTIONS, 1))
  return [
    ...(moved >= answers && moved < sent
      ? []
      : [`${answers} of ${sent} reports were answered and ${moved} elements moved`]),
    ...(left === 0 ? [] : [`${left} elements still wait that were reported`]),
  ]
}

async function pgbenchSide({ world, databaseUrl, client, options }: Reports, clients: number): Promise<Side> {
  const stock = openStock(client, clients)
  let best = 0
  await stock.fill(elementsFor(WARM_UP_SECONDS, best))
  const { cluster, folder } = world
  const { first } = stock
  const pgbench = await startPgbench({ binDir: cluster.binDir, folder, databaseUrl, client, clients, first })
  world.onEnd(pgbench.stop)
  await stock.settle()
  return {
    name: `pgbench${clients}`,
    title: `pgbench, ${clients} connections`,
    async turn(round): Promise<Turn> {
      const time = secondsOf(round, options)
      await stock.fill(elementsFor(time, best))
      const { seconds } = await pgbench.turn(time)
      const moved = await stock.settle()
      // Counted as the load on us counts: what is still under way at the end is not in.
      const perSecond = (moved - clients) / seconds
      best = Math.max(best, perSecond)
      return { perSecond, faults: [] }
    },
  }
}

function elementsFor(seconds: number, best: number): number {
  return Math.ceil(seconds * Math.max(READY, best * MARGIN))
}
