import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { startDatabase } from '../kit/start-product.ts'
import { superviseServer } from '../kit/supervised-server.ts'
import { createOwner } from '../kit/test-store.ts'
import { audit } from './audit.ts'
import { type Lags, measureLags } from './measure-lags.ts'
import { startReceivers } from './receivers.ts'
import { createSender, openPool, recordEvents, type Sender } from './record-events.ts'
import { recordUnderKills } from './record-under-kills.ts'

const options = readOptions({
  script: 'webhooks',
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

const HANGING = 0
const SERVERS = 2
const MAX_DELAY_MS = 1_000
const MAX_TAKE_OVER_MS = 3_000
const SECONDS = options.short ? 1.5 : 10

await runHarness(options, async (defer) => {
  const { kills, dbKills, endpoints: count } = options
  const { cluster, servers, world } = await startWorld(defer)
  const endpoints = Array.from({ length: count }, (_, i) => i).filter((i) => i !== HANGING)
  const pace = { endpoints, seconds: SECONDS }
  // Servers are slow just after their start.
  await measureLags(world, { endpoints, seconds: 0.5 })
  const healthy = await measureLags(world, pace)
  show('no endpoint hangs', healthy)
  world.receivers.hang(HANGING)
  await recordEvents(world.pool, world.senders[HANGING] as Sender, options.backlog)
  const withHanging = await measureLags(world, pace)
  show('one endpoint hangs', withHanging)
  const killed = sleep((SECONDS * 1_000) / 3).then(() => servers[0]?.kill())
  const takeOver = await measureLags(world, pace)
  await killed
  show('one server is killed', takeOver)

  const progress = startProgress('recorded under kills', options.events)
  const parts = { ...world, cluster, servers, random: createRandom(options.seed), onRecorded: progress.add }
  const confirmed = await recordUnderKills(options, parts)
  progress.done()
  const { events, missing, doubled, failures } = await audit(world, { confirmed, hanging: HANGING })

  const hangingDelayMs = Math.max(withHanging.maxMs - healthy.maxMs, 0)
  const takeOverMs = takeOver.maxMs
  const deaths = servers.flatMap((server) => server.deaths)
  return {
    figures: { events, endpoints: count, kills: kills + dbKills, missing, doubled, hangingDelayMs, takeOverMs },
    failures: [
      ...failures,
      ...deaths.map(({ log }) => `a server ended without being killed:\n${log}`),
      ...(hangingDelayMs > MAX_DELAY_MS ? [`the endpoint that hangs delayed others by ${hangingDelayMs} ms`] : []),
      ...(takeOverMs > healthy.maxMs + MAX_TAKE_OVER_MS ? [`after a kill, events waited for ${takeOverMs} ms`] : []),
    ],
  }
})

async function startWorld(defer: Defer) {
  const { cluster, databaseUrl } = await startDatabase(defer)
  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-webhooks-'))
  defer(() => rm(cacheDir, { recursive: true, force: true }))
  const settings = { root: PROJECT_ROOT, databaseUrl, cacheDir, env: { WEBHOOK_ALLOW: '127.0.0.0/8' } }
  const servers = Array.from({ length: SERVERS }, () => superviseServer(settings, { preload: true }))
  defer(() => Promise.all(servers.map((server) => server.stop())))
  const [url = ''] = await Promise.all(servers.map((server) => server.up()))

  const senders: Sender[] = []
  const receivers = await startReceivers(options.endpoints, (endpoint) => senders[endpoint]?.secret ?? '')
  defer(() => receivers.close())
  const owner = await createOwner({ url, databaseUrl })
  for (let i = 0; i < options.endpoints; i++) senders.push(await createSender(owner, receivers.url(i)))
  const pool = openPool(databaseUrl)
  defer(() => pool.end())
  return { cluster, servers, world: { pool, senders, receivers } }
}

function show(label: string, { events, medianMs, p99Ms, maxMs }: Lags): void {
  console.log(`${label.padEnd(22)} ${events} events: median ${medianMs} ms, p99 ${p99Ms} ms, maximum ${maxMs} ms`)
}
