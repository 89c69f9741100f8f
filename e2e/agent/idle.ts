import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { freePort } from '../kit/game/free-port.ts'
import { readOptions } from '../kit/options.ts'
import { cpuSeconds, residentMiB } from '../kit/process-usage.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { startRconServer } from '../kit/game/rcon-server.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { startAgent } from '../kit/game/start-agent.ts'
import { startProduct } from '../kit/start-product.ts'
import { createOwner, createTestStore, type TestStore } from '../kit/test-store.ts'

const MAX_MIB = 80
const MAX_CPU_PERCENT = 0.5
const WARM_UP_MS = 4_000
const PLAYERS = ['alex', 'steve', 'sam', 'kim', 'eve']
const PASSWORD = 'sesame'
/** The API limits the requests of a token to 120 at once and 30 per second. */
const SALES_PER_TOKEN = 100
const PARALLEL_SALES = 10

const options = readOptions({
  script: 'bench:agent',
  about: `Measures an idle agent: its game has players, and the store has deliveries for other players who are offline. Fails if
the agent needs more than ${MAX_MIB} MiB or ${MAX_CPU_PERCENT} % of a core.`,
  options: {
    deliveries: { type: 'number', default: 1_000, help: 'pending deliveries for offline players' },
    watchSeconds: { type: 'number', default: 30, short: 8, help: 'how long the agent is measured' },
  },
})

await runHarness(options, async (defer) => {
  const { deliveries, watchSeconds } = options
  const { server, databaseUrl, folder } = await startProduct(defer, { settings: { LOG_LEVEL: 'warn' } })
  const owner = await createOwner({ url: server.url, databaseUrl })
  const store = await createTestStore(owner)
  const productId = await store.addProduct({ conditions: { requiresOnline: true } })
  await sellToOfflinePlayers({ owner, store, productId })

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
  const pending = await countPending(store)
  return {
    figures: { deliveries, watchSeconds, rssMiB, cpuPercent, consoleRuns, pending },
    failures: [
      ...(rssMiB < MAX_MIB ? [] : [`the agent needs ${rssMiB} MiB. The limit is ${MAX_MIB} MiB.`]),
      ...(cpuPercent < MAX_CPU_PERCENT
        ? []
        : [`the agent needs ${cpuPercent} % of a core. The limit is ${MAX_CPU_PERCENT} %.`]),
      ...(pending === deliveries ? [] : [`${pending} deliveries are pending instead of ${deliveries}`]),
      ...(consoleRuns === 1 ? [] : [`${consoleRuns} commands ran instead of one: ${game.lines.join(', ')}`]),
    ],
  }
})

async function sellToOfflinePlayers({
  owner,
  store: { storeId, manage },
  productId,
}: {
  owner: Awaited<ReturnType<typeof createOwner>>
  store: TestStore
  productId: string
}): Promise<void> {
  const progress = startProgress('sales to offline players', options.deliveries)
  let client = manage
  for (let count = 0; count < options.deliveries; count += PARALLEL_SALES) {
    if (count % SALES_PER_TOKEN === 0) {
      const { token } = await owner.manage.createToken({ storeId, name: 'sales', scopes: ['checkouts:write'] })
      client = owner.connect(token)
    }
    const players = Array.from({ length: Math.min(PARALLEL_SALES, options.deliveries - count) }, (_, i) => count + i)
    const sell = (player: number) =>
      client.createManualSale({ storeId, gameUserId: `offline${player}`, items: [{ productId }] })
    await Promise.all(players.map(sell))
    progress.add(players.length)
  }
  progress.done()
}

async function countPending({ storeId, manage }: TestStore): Promise<number> {
  let count = 0
  let cursor: string | null | undefined
  do {
    const page = await manage.listDeliveries({ storeId, state: 'pending', limit: 200, ...(cursor && { cursor }) })
    count += page.items.length
    cursor = page.nextCursor
  } while (cursor)
  return count
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
      if (!/^list\b/.test(line)) {
        lines.push(line)
        return 'Done'
      }
      const online = PLAYERS.filter(() => random.chance(0.8))
      return `There are ${online.length} of a max of 20 players online: ${online.join(', ')}`
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
