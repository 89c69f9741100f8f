import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startProgress } from '../../e2e/kit/progress.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { addCounts, type WaiterCounts } from './waiter-counts.ts'
import type { Message, Request, WaiterGroup } from './waiter-process.ts'

const PROGRAM = fileURLToPath(new URL('./waiter-process.ts', import.meta.url))
const MAX_PER_PROCESS = 15_000
const CONNECTIONS_PER_SECOND = 2_000
const TIMEOUT_MS = 60_000

export type Waiters = {
  counts(): Promise<WaiterCounts>
  /** From now on, waiters that are released do not connect again. */
  expectStop(): Promise<WaiterCounts>
  /** The first problems of each kind. */
  readonly problems: string[]
  end(): Promise<void>
}

type Settings = {
  count: number
  port: number
  waitSeconds: number
  seed: number
  /** The part of the loopback network for their addresses. Closed connections of earlier waiters still occupy ports. */
  network: number
  onDelivery: (waiter: number, deliveryId: string, at: number) => void
}

/** Starts waiters 1 to `count` in their own processes. Resolves when all of them poll. */
export async function connectWaiters(settings: Settings): Promise<Waiters> {
  const { count, onDelivery } = settings
  const problems: string[] = []
  const children = toGroups(settings).map((group) => startGroup(group, onDelivery, problems))
  const readCounts = async (stopping: boolean) =>
    addCounts(await Promise.all(children.map((child) => child.readCounts(stopping))))
  const waiters: Waiters = {
    counts: () => readCounts(false),
    expectStop: () => readCounts(true),
    problems,
    end: async () => void (await Promise.all(children.map((child) => child.end()))),
  }
  const progress = startProgress('connecting waiters', count)
  let polling = 0
  async function allPoll(): Promise<boolean> {
    const counts = await waiters.counts()
    progress.add(counts.polling - polling)
    polling = counts.polling
    return polling >= count
  }
  const timeoutMs = (count / CONNECTIONS_PER_SECOND) * 1_000 + TIMEOUT_MS
  if (!(await waitUntil(allPoll, { timeoutMs, intervalMs: 200 }))) {
    await waiters.end()
    throw new Error(`Only ${polling} of ${count} waiters poll: ${problems.join('; ')}`)
  }
  progress.done()
  return waiters
}

function toGroups({ count, port, waitSeconds, seed, network }: Settings): WaiterGroup[] {
  const groups = Math.ceil(count / MAX_PER_PROCESS)
  const perGroup = Math.ceil(count / groups)
  return Array.from({ length: groups }, (_, i) => ({
    first: 1 + i * perGroup,
    count: Math.min(perGroup, count - i * perGroup),
    connectionsPerSecond: CONNECTIONS_PER_SECOND / groups,
    port,
    localAddress: `127.0.${network}.${1 + i}`,
    waitSeconds,
    seed: seed + i,
  }))
}

function startGroup(group: WaiterGroup, onDelivery: Settings['onDelivery'], problems: string[]) {
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const send = (request: Request) => child.send(request)
  const exited = once(child, 'exit').then(() => undefined)
  const requests = new Map<number, (counts: WaiterCounts) => void>()
  child.on('message', (message: Message) => {
    if (message.type === 'delivery') onDelivery(message.waiter, message.deliveryId, message.at)
    if (message.type === 'problem') problems.push(message.text)
    if (message.type === 'counts') requests.get(message.request)?.(message.counts)
  })
  send({ start: group })
  let lastRequest = 0
  return {
    async readCounts(stopping: boolean): Promise<WaiterCounts> {
      const request = ++lastRequest
      const replied = new Promise<WaiterCounts>((resolve) => requests.set(request, resolve))
      send({ request, stopping })
      const counts = await Promise.race([replied, exited])
      requests.delete(request)
      if (!counts) throw new Error('A process with waiters ended')
      return counts
    },
    async end(): Promise<void> {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
