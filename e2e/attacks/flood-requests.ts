import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../kit/random.ts'
import { runWorker, startWorker, type WorkerProcess } from '../kit/worker-process.ts'
import { randomId } from './random-id.ts'

type Task = { port: number; perSecond: number; prefixes: number; seed: number }
type Report = { sent: number; refused: number; answered: number; failed: number }

const FILE = fileURLToPath(import.meta.url)
/** Short, because the requests of many strangers do not come in bursts. */
const TICK_MS = 1
const MAX_SOCKETS = 200

/** Floods the documentation, callbacks and payment pages from many networks, in its own process. */
export function startFlood(task: Task): Promise<WorkerProcess<Report>> {
  return startWorker<Task, Report>(FILE, task)
}

if (process.argv[1] === FILE) {
  runWorker<Task, Report>(async ({ port, perSecond, prefixes, seed }) => {
    const random = createRandom(seed)
    const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS })
    const report: Report = { sent: 0, refused: 0, answered: 0, failed: 0 }
    const targets = [
      () => ({ path: '/docs/manage-1.0/openapi.yaml' }),
      () => ({ path: '/docs/scalar.js' }),
      () => ({ path: `/api/payments/1.0/stripe/sto_${randomId(random)}`, method: 'POST' }),
      () => ({ path: `/pay/sto_${randomId(random)}/chk_${randomId(random)}` }),
    ]
    const state = { isStopped: false }

    async function send(): Promise<void> {
      const no = report.sent++
      const prefix = random.integer(1, prefixes).toString(16)
      const headers = { 'x-forwarded-for': `2001:db8:${prefix}:${random.integer(0, 9)}::${no.toString(16)}` }
      const outgoing = openRequest({ host: '127.0.0.1', port, agent, headers, ...random.pick(targets)() })
      const received = once(outgoing, 'response')
      outgoing.end()
      try {
        const [response] = (await received) as [IncomingMessage]
        await once(response.resume(), 'end')
        report[response.statusCode === 429 ? 'refused' : 'answered']++
      } catch {
        report.failed++
      }
    }

    async function run(): Promise<void> {
      const start = performance.now()
      while (!state.isStopped) {
        const due = ((performance.now() - start) / 1_000) * perSecond
        while (report.sent < due) void send()
        await sleep(TICK_MS)
      }
    }

    const running = run()
    return {
      report: () => report,
      async stop() {
        state.isStopped = true
        await running
        agent.destroy()
      },
    }
  })
}
