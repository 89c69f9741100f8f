import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import { type Defer, runHarness } from '../../e2e/kit/run-harness.ts'
import { createFolder, startDatabase } from '../../e2e/kit/start-product.ts'
import { superviseServer } from '../../e2e/kit/kills/supervised-server.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { audit } from './audit.ts'
import { type Lags, measureLags } from './measure-lags.ts'
import { startReceivers } from './receivers.ts'
import { createSender, openPool, recordEvents, type Sender } from './record-events.ts'
import { recordUnderKills } from './record-under-kills.ts'

const options = readOptions({
  script: 'lab webhooks',
  about:
    'Records events while the servers that deliver them and their database are killed, and one endpoint hangs. Every\n' +
    'healthy endpoint must receive exactly what was recorded, and the one that hangs must not delay the others.',
  options: {
    events: { type: 'number', help: 'events that are recorded under kills', default: 100_000, short: 2_000 },
    endpoints: { type: 'number', help: 'webhook endpoints, each in its own store', default: 100, short: 20 },
    kills: { type: 'number', help: 'kills of a server', default: 40, short: 3 },
    dbKills: { type: 'number', help: 'kills of the database', default: 10, short: 1 },
    backlog: { type: 'number', help: 'events that wait for the endpoint that hangs', default: 1_000, short: 100 },
  },
})

const SERVERS = 2
const MAX_DELAY_MS = 1_000
const MAX_TAKE_OVER_MS = 3_000
const SECONDS = options.short ? 1.5 : 10

await runHarness(options, async (defer) => {
  const { kills, dbKills, endpoints: count } = options
  const { cluster, servers, pool, senders, problems } = await startWorld(defer)
  const [hanging, ...others] = senders as [Sender, ...Sender[]]
  // Servers are slow just after their start.
  await measureLags(pool, others, 0.5)
  const healthy = await measureLags(pool, others, SECONDS)
  show('no endpoint hangs', healthy)
  hanging.hangs = true
  await recordEvents(pool, hanging, options.backlog)
  const withHanging = await measureLags(pool, others, SECONDS)
  show('one endpoint hangs', withHanging)
  const killed = sleep((SECONDS * 1_000) / 3).then(() => servers[0]?.kill())
  const takeOver = await measureLags(pool, others, SECONDS)
  await killed
  show('one server is killed', takeOver)

  const progress = startProgress('recorded under kills', options.events)
  const random = createRandom(options.seed)
  await recordUnderKills(options, { pool, senders, cluster, servers, random, onRecorded: progress.add })
  progress.done()
  const { events, missing, doubled, failures } = await audit(pool, senders)

  const hangingDelayMs = Math.max(withHanging.maxMs - healthy.maxMs, 0)
  const takeOverMs = takeOver.maxMs
  const deaths = servers.flatMap((server) => server.deaths)
  return {
    figures: { events, endpoints: count, kills: kills + dbKills, missing, doubled, hangingDelayMs, takeOverMs },
    failures: [...failures, ...problems, ...deaths.map(({ log }) => `a server ended without being killed:\n${log}`)],
    missed: [
      ...(hangingDelayMs > MAX_DELAY_MS ? [`the endpoint that hangs delayed others by ${hangingDelayMs} ms`] : []),
      ...(takeOverMs > healthy.maxMs + MAX_TAKE_OVER_MS ? [`after a kill, events waited for ${takeOverMs} ms`] : []),
    ],
  }
})

async function startWorld(defer: Defer) {
  const { cluster, databaseUrl } = await startDatabase(defer)
  const cacheDir = await createFolder(defer)
  const settings = { root: PROJECT_ROOT, databaseUrl, cacheDir, env: { WEBHOOK_ALLOW: '127.0.0.0/8' } }
  const servers = Array.from({ length: SERVERS }, () => superviseServer(settings, { preload: true }))
  defer(() => Promise.all(servers.map((server) => server.stop())))
  const [url = ''] = await Promise.all(servers.map((server) => server.up()))

  const { endpoints, problems, close } = await startReceivers(options.endpoints)
  defer(close)
  const owner = await createOwner({ url, databaseUrl })
  const senders: Sender[] = []
  for (const endpoint of endpoints) senders.push(await createSender(owner, endpoint))
  const pool = openPool(databaseUrl)
  defer(() => pool.end())
  return { cluster, servers, pool, senders, problems }
}

function show(label: string, { events, medianMs, p99Ms, maxMs }: Lags): void {
  console.log(`${label.padEnd(22)} ${events} events: median ${medianMs} ms, p99 ${p99Ms} ms, maximum ${maxMs} ms`)
}
