import { createRandom } from '../../e2e/kit/random.ts'
import { type WaiterCounts, zeroCounts } from './waiter-counts.ts'
import { startWaiter, type WaiterContext } from './waiter.ts'

export type WaiterGroup = {
  first: number
  count: number
  connectionsPerSecond: number
  port: number
  localAddress: string
  waitSeconds: number
  seed: number
}

/** Messages to this process. It answers the second kind with its counts. */
export type Request = { start: WaiterGroup } | { request: number; stopping: boolean }
export type Message =
  | { type: 'delivery'; waiter: number; deliveryId: string; at: number }
  | { type: 'counts'; request: number; counts: WaiterCounts }
  | { type: 'problem'; text: string }

const CONNECT_INTERVAL_MS = 20
/** Lower ports can be in use by others. */
const FIRST_PORT = 2_000
const PORTS_PER_WAITER = 4
const MAX_PROBLEMS_PER_KIND = 2

const context: WaiterContext = {
  port: 0,
  localAddress: '',
  waitSeconds: 0,
  buffer: Buffer.allocUnsafeSlow(64 * 1024),
  counts: zeroCounts(),
  stopping: false,
  onDelivery: (waiter, deliveryId, at) => send({ type: 'delivery', waiter, deliveryId, at }),
  onProblem(problem, detail) {
    const sent = problems.get(problem) ?? 0
    problems.set(problem, sent + 1)
    if (sent < MAX_PROBLEMS_PER_KIND) send({ type: 'problem', text: `${problem}: ${detail}` })
  },
}
const problems = new Map<string, number>()

process.on('message', (message: Request) => {
  if ('start' in message) return start(message.start)
  if (message.stopping) context.stopping = true
  send({ type: 'counts', request: message.request, counts: context.counts })
})
process.on('disconnect', () => process.exit())

function start({ first, count, connectionsPerSecond, seed, ...settings }: WaiterGroup): void {
  Object.assign(context, settings)
  const random = createRandom(seed)
  const startedAt = Date.now()
  let started = 0
  const timer = setInterval(() => {
    const due = Math.min(count, Math.ceil(((Date.now() - startedAt) / 1_000) * connectionsPerSecond))
    for (; started < due; started++) {
      const index = started
      const ports = Array.from({ length: PORTS_PER_WAITER }, (_, i) => FIRST_PORT + index * PORTS_PER_WAITER + i)
      // With a random first wait, later polls are evenly distributed, as those of servers that started at different times.
      startWaiter(first + index, { firstWaitSeconds: random.integer(1, settings.waitSeconds), ports }, context)
    }
    if (started === count) clearInterval(timer)
  }, CONNECT_INTERVAL_MS)
}

function send(message: Message): void {
  process.send?.(message)
}
