import { setTimeout as sleep } from 'node:timers/promises'
import { createLoad } from '../../e2e/kit/load/start-load.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { countOpenSockets, residentMiB } from '../../e2e/kit/process-usage.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { startProduct } from '../../e2e/kit/start-product.ts'
import { startServer } from '../../e2e/kit/start-server.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { createLongQueues } from './long-queues.ts'
import { startSlowReader } from './slow-reader.ts'
import { startSlowSockets } from './slow-sockets-worker.ts'
import { SPARE_SOCKETS, summarise } from './summarise.ts'
import { watchMemory } from './watch-memory.ts'

const options = readOptions({
  script: 'lab slow-sockets',
  about:
    'Thousands of slow clients against one server process: a third sends headers byte by byte, a third bodies, a third\n' +
    'requests large responses and does not read them. Good clients must not notice, and memory must not grow.',
  options: {
    sockets: { type: 'number', help: 'slow clients', default: 5_000, short: 500 },
    seconds: { type: 'number', help: 'how long', default: 90, short: 15 },
  },
})

const GOOD_CLIENTS = 50
const WARM_UP_SECONDS = options.short ? 3 : 10
const LONG_QUEUES = options.short ? 10 : 50
const SOCKETS_CLOSED_WITHIN_MS = 30_000

await runHarness(options, async (defer) => {
  const { sockets, seconds, seed } = options
  const { databaseUrl, folder, server: setupServer } = await startProduct(defer)
  const owner = await createOwner({ url: setupServer.url, databaseUrl })
  const [ownQueue, ...queues] = await createLongQueues(owner, setupServer, LONG_QUEUES + 1)
  if (!ownQueue) throw new Error('No long queue was created')
  const goodClients = await createLoad(owner, { steady: GOOD_CLIENTS })
  // A new process, so that the long responses above are not in its memory.
  await setupServer.stop()
  const server = await startServer(`${folder}/measured.log`, {
    settings: { DATABASE_URL: databaseUrl, PORT: String(setupServer.port) },
  })
  defer(() => server.stop())
  const load = await goodClients.start(defer, { port: server.port, seed })

  const progress = startProgress('good clients, slow sockets', WARM_UP_SECONDS + seconds)
  const passSeconds = async (count: number) => {
    for (let second = 0; second < count; second++) {
      await sleep(1_000)
      progress.add(1)
    }
  }
  const memory = watchMemory(server.pid)
  defer(() => memory.stop())
  await passSeconds(WARM_UP_SECONDS)
  const before = await load.report()
  const socketsBefore = await countOpenSockets(server.pid)
  const baselineMiB = memory.startPeak()

  const rampUpMs = Math.min(10, seconds / 5) * 1_000
  const slow = await startSlowSockets({ port: server.port, seed: seed + 1, sockets, rampUpMs, queues })
  defer(() => slow.kill())
  const slowReader = startSlowReader(server.port, ownQueue)
  defer(() => slowReader.stop())
  await passSeconds(seconds)
  progress.done()
  slowReader.stop()
  const socketsDuring = await countOpenSockets(server.pid)
  const during = await load.report()
  const slowSockets = await slow.stop()
  const peakMiB = memory.peak()

  const socketsAfter = await countSocketsAfter(server.pid, socketsBefore)
  return summarise(options, {
    load: { before, during, after: await load.stop() },
    slowSockets,
    memory: { baselineMiB, peakMiB, afterMiB: await residentMiB(server.pid) },
    openSockets: { before: socketsBefore, during: socketsDuring, after: socketsAfter },
    slowReader: slowReader.counts,
    death: server.died(),
  })
})

/** Waits until the slow connections are closed, or until the timeout. */
async function countSocketsAfter(pid: number, before: number): Promise<number> {
  let open = 0
  await waitUntil(
    async () => {
      open = await countOpenSockets(pid)
      return open <= before + SPARE_SOCKETS
    },
    { timeoutMs: SOCKETS_CLOSED_WITHIN_MS, intervalMs: 250 },
  )
  return open
}
