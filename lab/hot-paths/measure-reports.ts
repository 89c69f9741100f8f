import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import { withClient } from '../../e2e/kit/query.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { type Comparison, measureAlone } from '../comparison.ts'
import { CLUSTER, type Options } from './options.ts'
import { createDeliverySource, type DeliverySource, prepareReports, reportLines } from './reported-deliveries.ts'
import { runWrk, type WrkResult } from './run-wrk.ts'

const CONNECTIONS = 512
/** More than any side reports. */
const DELIVERIES_PER_SECOND = 20_000

/** Durable reports, each delivery once, through one process. */
export async function measureReports(defer: Defer, { rounds, seconds }: Options): Promise<Comparison> {
  const environment = await startEnvironment(defer, CLUSTER)
  const databaseUrl = await environment.createDatabase('reports')
  return withClient(databaseUrl, async (client) => {
    await prepareReports(client)
    const source = createDeliverySource(client)
    const server = await environment.startServer(databaseUrl)
    const file = join(environment.folder, 'reports')
    const load = { server, path: GAMES_PATHS.report, connections: CONNECTIONS, seconds, args: [file] }
    async function measure() {
      const numbers = await source.fill(seconds * DELIVERIES_PER_SECOND)
      await writeFile(file, reportLines(numbers))
      const result = await runWrk({ ...load, script: 'reports.lua' })
      return { ...result, failures: [...result.failures, ...(await checkMoved(source, numbers.from, result))] }
    }
    const side = { name: 'product', title: `Quartermaster, ${CONNECTIONS} connections`, measure }
    const { figures, ...judged } = await measureAlone(side, { label: 'reports', rounds })
    return { figures: { ...figures, connections: CONNECTIONS }, ...judged }
  })
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
