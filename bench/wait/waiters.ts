import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '../../e2e/kit/progress.ts'
import { sumOf, type Tally } from './tally.ts'
import type { Flock, Order, Word } from './waiter-process.ts'

const PROGRAM = fileURLToPath(new URL('./waiter-process.ts', import.meta.url))
const MOST_PER_PROCESS = 15_000
const LOOK_EVERY_MS = 200
const GRACE_MS = 60_000

export type WaitingPolls = {
  tally(): Promise<Tally>
  /** From now on whoever is let go stays away. */
  expectStop(): Promise<Tally>
  /** What went wrong, in the words of the first ones that it happened to. */
  readonly faults: string[]
  end(): Promise<void>
}

type Crowd = {
  count: number
  pace: number
  port: number
  waitSeconds: number
  seed: number
  /** The part of the loopback network that they come from; connections of an earlier crowd linger in theirs. */
  network: number
  onElement: (waiter: number, deliveryId: string, at: number) => void
}

/** WaitingPolls 1 to `count` in processes of their own: the measured one must not pay for them. Returns when all are connected. */
export async function startWaiters(crowd: Crowd): Promise<WaitingPolls> {
  const faults: string[] = []
  const children = flocksOf(crowd).map((flock) => startChild(flock, crowd.onElement, faults))
  const ask = async (type: 'tally' | 'stopping') => sumOf(await Promise.all(children.map((child) => child.ask(type))))
  const waiters: WaitingPolls = {
    tally: () => ask('tally'),
    expectStop: () => ask('stopping'),
    faults,
    end: async () => void (await Promise.all(children.map((child) => child.end()))),
  }
  try {
    await allConnected(waiters, crowd)
    return waiters
  } catch (error) {
    await waiters.end()
    throw error
  }
}

function flocksOf({ count, pace, port, waitSeconds, seed, network }: Crowd): Flock[] {
  const many = Math.ceil(count / MOST_PER_PROCESS)
  const each = Math.ceil(count / many)
  return Array.from({ length: many }, (_, i) => ({
    first: 1 + i * each,
    count: Math.min(each, count - i * each),
    pace: pace / many,
    port,
    localAddress: `127.0.${network}.${1 + i}`,
    waitSeconds,
    seed: seed + i,
  }))
}

type Child = { ask: (type: 'tally' | 'stopping') => Promise<Tally>; end: () => Promise<void> }

function startChild(waiters: Flock, onElement: Crowd['onElement'], faults: string[]): Child {
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const asked = new Map<number, (tally: Tally) => void>()
  child.on('message', (word: Word) => {
    if (word.type === 'element') onElement(word.waiter, word.deliveryId, word.at)
    if (word.type === 'fault') faults.push(word.what)
    if (word.type === 'tally') asked.get(word.ask)?.(word.tally)
  })
  const died = once(child, 'exit').then(() => undefined)
  order(child, { type: 'start', waiters })
  let asks = 0
  return {
    async ask(type) {
      const answered = Promise.withResolvers<Tally>()
      const ask = ++asks
      asked.set(ask, answered.resolve)
      order(child, { type, ask })
      const tally = await Promise.race([answered.promise, died])
      asked.delete(ask)
      if (!tally) throw new Error('a process of waiters ended by itself')
      return tally
    },
    async end() {
      if (child.connected) child.disconnect()
      await died
    },
  }
}

function order(child: ChildProcess, message: Order): void {
  child.send(message)
}

async function allConnected(waiters: WaitingPolls, { count, pace }: Crowd): Promise<void> {
  const deadline = Date.now() + (count / pace) * 1_000 + GRACE_MS
  const progress = startProgress('connecting waiters', count)
  let shown = 0
  for (;;) {
    const { asking } = await waiters.tally()
    progress.add(asking - shown)
    shown = asking
    if (asking >= count) break
    if (Date.now() > deadline) throw new Error(`only ${asking} of ${count} wait: ${waiters.faults.join('; ')}`)
    await sleep(LOOK_EVERY_MS)
  }
  progress.done()
}
