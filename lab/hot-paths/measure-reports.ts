import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import { withClient } from '../../e2e/kit/query.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { type Environment, startEnvironment } from '../../e2e/kit/start-environment.ts'
import { compareSides, type Comparison, type Side } from '../comparison.ts'
import { CLUSTER, type Options } from './options.ts'
import { startPgbench, WARM_UP_SECONDS } from './pgbench.ts'
import { createDeliverySource, type DeliverySource, prepareReports, reportLines } from './reported-deliveries.ts'
import { runWrk, type WrkResult } from './run-wrk.ts'

const MIN_RATIO = 1.5
const MIN_RATIO_SHORT = 1
const CONNECTIONS = 512
/** More than any side reports. */
const DELIVERIES_PER_SECOND = 20_000

type Context = { environment: Environment; databaseUrl: string; client: pg.Client; options: Options }

/** Durable reports, each delivery once, through one process, compared with one statement for each report under pgbench. */
export async function measureReports(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, short } = options
  const environment = await startEnvironment(defer, CLUSTER)
  const databaseUrl = await environment.createDatabase('reports')
  return withClient(databaseUrl, async (client) => {
    await prepareReports(client)
    const context = { environment, databaseUrl, client, options }
    const pgbench = await pgbenchSide(defer, context, CONNECTIONS)
    const others = short ? [] : [await pgbenchSide(defer, context, 64), await pgbenchSide(defer, context, 8)]
    const settings = { label: 'reports', rounds, minRatio: short ? MIN_RATIO_SHORT : MIN_RATIO }
    const { figures, ...judged } = await compareSides([await productSide(context), pgbench, ...others], settings)
    return { figures: { ...figures, connections: CONNECTIONS }, ...judged }
  })
}

async function productSide({ environment, databaseUrl, client, options }: Context): Promise<Side> {
  const source = createDeliverySource(client, 0)
  const server = await environment.startServer(databaseUrl)
  const file = join(environment.folder, 'reports')
  const load = { server, path: GAMES_PATHS.report, connections: CONNECTIONS, seconds: options.seconds, args: [file] }
  return {
    name: 'product',
    title: `Quartermaster, ${CONNECTIONS} connections`,
    async measure() {
      const numbers = await source.fill(options.seconds * DELIVERIES_PER_SECOND)
      await writeFile(file, reportLines(numbers))
      const result = await runWrk({ ...load, script: 'reports.lua' })
      return { ...result, failures: [...result.failures, ...(await checkMoved(source, numbers.from, result))] }
    },
  }
}

/**
 * Checks that as many deliveries moved as reports were answered. Reports that had no response at the end may have moved
 * theirs or not. They are among the last, so no delivery before those may be pending.
 */
async function checkMoved(source: DeliverySource, from: number, { responses, sent }: WrkResult): Promise<string[]> {
  const failures: string[] = []
  const moved = await source.countMoved()
  if (moved < responses || moved >= sent)
    failures.push(`${responses} of ${sent} reports had a response, but ${moved} deliveries moved`)
  // wrk asks the script for one request that it does not send.
  const pending = await source.countPending(from + 1, from + Math.max(sent - 3 * CONNECTIONS, 1))
  if (pending > 0) failures.push(`${pending} deliveries are pending although they were reported`)
  return failures
}

async function pgbenchSide(defer: Defer, context: Context, connections: number): Promise<Side> {
  const { environment, databaseUrl, client, options } = context
  const source = createDeliverySource(client, connections)
  await source.fill(WARM_UP_SECONDS * DELIVERIES_PER_SECOND)
  const { first } = source
  const runPgbench = await startPgbench(defer, environment, { databaseUrl, client, connections, first })
  await source.countMoved()
  return {
    name: `pgbench${connections}`,
    title: `pgbench, ${connections} connections`,
    async measure() {
      await source.fill(options.seconds * DELIVERIES_PER_SECOND)
      const seconds = await runPgbench(options.seconds)
      // wrk does not count requests in progress either.
      return { perSecond: ((await source.countMoved()) - connections) / seconds, failures: [] }
    },
  }
}
