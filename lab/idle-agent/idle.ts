import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { cpuSeconds, residentMiB } from '../../e2e/kit/process-usage.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { query } from '../../e2e/kit/query.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { listPlayers, startRconServer } from '../../e2e/kit/game/rcon-server.ts'
import { type Defer, runHarness } from '../../e2e/kit/run-harness.ts'
import { startAgent } from '../../e2e/kit/game/start-agent.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'

const MAX_MIB = 80
const MAX_CPU_PERCENT = 0.5
const WARM_UP_MS = 4_000
const PASSWORD = 'sesame'

const options = readOptions({
  script: 'lab idle-agent',
  about: `Measures an idle agent: its game has players, and the store has deliveries for other players who are offline. Its limits
are ${MAX_MIB} MiB and ${MAX_CPU_PERCENT} % of a core.`,
  options: {
    deliveries: { type: 'number', default: 1_000, help: 'pending deliveries for offline players' },
    watchSeconds: { type: 'number', default: 30, short: 8, help: 'how long the agent is measured' },
  },
})

await runHarness(options, async (defer) => {
  const { deliveries, watchSeconds } = options
  const { server, databaseUrl, folder } = await startProduct(defer, { settings: { LOG_LEVEL: 'warn' } })
  const store = await createTestStore(await createOwner({ url: server.url, databaseUrl }))
  const productId = await store.addProduct({ conditions: { requiresOnline: true } })
  await store.sell({ gameUserId: '800000', items: [{ productId }] })
  await copySale(databaseUrl, deliveries)

  const game = await startGame(defer)
  const settings = { url: server.url, key: store.servers[0]?.key ?? '', console: game.console }
  const start = () => startAgent({ ...settings, folder: join(folder, 'agent') })
  // The first start strips the types and needs more memory. The published package contains JavaScript.
  await (await start()).stop()
  const agent = await start()
  defer(agent.stop)
  // An agent that has delivered something needs more memory than one that never did.
  const { deliveryIds } = await store.sell({ gameUserId: 'alex', items: [{ productId }] })
  const deliveryId = deliveryIds[0] ?? ''
  const readState = async () => (await store.manage.getDelivery({ storeId: store.storeId, deliveryId })).state
  while ((await readState()) !== 'processed') await sleep(100)
  await sleep(WARM_UP_MS)

  const { rssMiB, cpuPercent } = await measure(agent.pid, watchSeconds)
  const consoleRuns = game.lines.length
  const pending = (await query(databaseUrl, 'select id from pending_deliveries')).length
  return {
    figures: { deliveries, watchSeconds, rssMiB, cpuPercent, consoleRuns, pending },
    missed: [
      ...(rssMiB < MAX_MIB ? [] : [`the agent needs ${rssMiB} MiB. The limit is ${MAX_MIB} MiB.`]),
      ...(cpuPercent < MAX_CPU_PERCENT
        ? []
        : [`the agent needs ${cpuPercent} % of a core. The limit is ${MAX_CPU_PERCENT} %.`]),
    ],
    failures: [
      ...(pending === deliveries ? [] : [`${pending} deliveries are pending instead of ${deliveries}`]),
      ...(consoleRuns === 1 ? [] : [`${consoleRuns} commands ran instead of one: ${game.lines.join(', ')}`]),
    ],
  }
})

/** Adds deliveries for other players who are offline. */
async function copySale(databaseUrl: string, players: number): Promise<void> {
  const sql = await readFile(new URL('../../e2e/kit/copy-sale.sql', import.meta.url), 'utf8')
  const [sale] = await query<{ store_id: string; id: string }>(databaseUrl, 'select store_id, id from checkouts')
  await query(databaseUrl, sql, [sale?.store_id, sale?.id, players])
}

/** A Minecraft console whose players come and go. */
async function startGame(defer: Defer) {
  const random = createRandom(options.seed)
  const lines: string[] = []
  const port = await freePort()
  const server = startRconServer({
    port,
    password: PASSWORD,
    run(line) {
      if (/^list\b/.test(line)) return listPlayers(random)
      lines.push(line)
      return 'Done'
    },
  })
  await once(server, 'listening')
  defer(() => server.close())
  return { lines, console: { dialect: 'minecraft', host: '127.0.0.1', port, password: PASSWORD } }
}

/** The highest memory, and the average CPU usage. */
async function measure(pid: number, seconds: number): Promise<{ rssMiB: number; cpuPercent: number }> {
  const progress = startProgress('the agent is idle', seconds)
  const startedAt = performance.now()
  const cpuBefore = await cpuSeconds(pid)
  let rssMiB = 0
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    rssMiB = Math.max(rssMiB, await residentMiB(pid))
    progress.add(1)
  }
  progress.done()
  const cpuPercent = ((await cpuSeconds(pid)) - cpuBefore) / ((performance.now() - startedAt) / 100_000)
  return { rssMiB: Math.round(rssMiB * 10) / 10, cpuPercent: Math.round(cpuPercent * 100) / 100 }
}
