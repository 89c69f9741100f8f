import { join } from 'node:path'
import { listen } from '../../e2e/kit/game/listen.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { startServer } from '../../e2e/kit/start-server.ts'
import { compareSides, type Comparison, type Side } from '../comparison.ts'
import { planHistory } from '../database/build-history.ts'
import { CLUSTER, type Options } from './options.ts'
import { createPoller } from './poller.ts'
import { startPolledServer } from './start-polled-server.ts'

const MIN_RATIO = 0.97
const MIN_RATIO_SHORT = 0.9
const SCRAPE_MS = 1_000

/**
 * What watching costs on polls: the product with its defaults, and with traces on and its metrics scraped every second, on
 * one database. `--before` adds another checkout of the project, such as one without traces.
 */
export async function measureWatching(defer: Defer, options: Options): Promise<Comparison> {
  const { rounds, connections, short, before, stores = short ? 5_000 : 20_000 } = options
  const environment = await startEnvironment(defer, CLUSTER)
  const history = planHistory({ stores })
  // The first server that polls reach dispatches the deliveries. It makes room, so that all sides have done the same work before.
  const first = await startPolledServer(environment, { name: 'first', title: 'first polls', history }, options)
  const { databaseUrl, sequence } = first
  await first.server.stop()

  const collector = await listen((request, response) => request.resume().on('end', () => response.end('{}')))
  defer(collector.close)
  const watched = await environment.startServer(databaseUrl, {
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  })
  const timer = setInterval(() => {
    void fetch(`http://127.0.0.1:${watched.metricsPort}/metrics`)
      .then((response) => response.text())
      .catch(() => undefined)
  }, SCRAPE_MS)
  defer(() => clearInterval(timer))

  const sideOf = async (name: string, title: string, server: { port: number; pid: number }): Promise<Side> => {
    const poller = createPoller(server, { sequence, connections })
    await poller.pollEachKey(`first polls, ${name}`)
    return { name, title, measure: () => poller.poll(options.seconds) }
  }
  const off = await sideOf('off', 'traces off, not scraped', await environment.startServer(databaseUrl))
  const on = await sideOf('on', 'traces on, scraped every second', watched)
  if (before === undefined)
    return compareSides([on, off], { label: 'polls', rounds, minRatio: short ? MIN_RATIO_SHORT : MIN_RATIO })
  const settings = { DATABASE_URL: databaseUrl }
  const old = await startServer(join(environment.folder, 'before.log'), { settings, root: before })
  defer(() => old.stop())
  const sides: [Side, Side, Side] = [off, await sideOf('before', `the code of ${before}`, old), on]
  return compareSides(sides, { label: 'polls', rounds, minRatio: short ? MIN_RATIO_SHORT : MIN_RATIO })
}
