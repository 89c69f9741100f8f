import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../kit/percentile.ts'
import { startProgress } from '../kit/progress.ts'
import type { Defer, Result } from '../kit/run-harness.ts'
import type { Product } from '../kit/start-product.ts'
import { createOwner, createTestStore } from '../kit/test-store.ts'
import { startPolls } from './flood-polls.ts'
import { startFlood } from './flood-requests.ts'
import { startRefusingServer } from './refusing-server.ts'

const MAX_RATIO = 1.5
const PREFIXES = 50
const SERVERS_OF_A_STORE = 50
const WARM_UP_MS = 5_000

type Settings = {
  servers: number
  pollSeconds: number
  floodRate: number
  rounds: number
  roundSeconds: number
  seed: number
}

/**
 * Measures the polls of many game servers, in turns without a flood, with a flood from many networks, and with the same flood to another
 * process. The last one shows how much of the delay comes from programs that share the machine.
 */
export async function measureFlood(
  defer: Defer,
  { server, databaseUrl }: Product,
  settings: Settings,
): Promise<Result> {
  const { servers, pollSeconds, floodRate, rounds, roundSeconds, seed } = settings
  const { port, url } = server
  const keys = await createServers(url, databaseUrl, servers)
  const polls = await startPolls({ port, keys, everyMs: pollSeconds * 1_000, seed })
  defer(() => polls.kill())
  const elsewhere = await startRefusingServer()
  defer(() => elsewhere.kill())
  const { port: otherPort } = await elsewhere.report()
  const progress = startProgress('polls, quiet and flooded', rounds * 3)
  const flooded = { sent: 0, refused: 0, answered: 0, failed: 0 }
  const ms = { quiet: [] as number[], flood: [] as number[], elsewhere: [] as number[] }
  let failures = 0

  async function measure(phase: keyof typeof ms): Promise<void> {
    // Without the polls that began in the other phase.
    await sleep(WARM_UP_MS)
    await polls.report()
    await sleep(roundSeconds * 1_000)
    const report = await polls.report()
    ms[phase].push(...report.ms)
    failures += report.failures
    progress.add(1)
  }

  async function measureFlooded(phase: 'flood' | 'elsewhere', no: number) {
    const target = phase === 'flood' ? port : otherPort
    const flood = await startFlood({ port: target, perSecond: floodRate, prefixes: PREFIXES, seed: seed + no })
    defer(() => flood.kill())
    await measure(phase)
    return flood.stop()
  }

  for (let i = 0; i < rounds; i++) {
    await measure('quiet')
    const report = await measureFlooded('flood', i)
    for (const name of ['sent', 'refused', 'answered', 'failed'] as const) flooded[name] += report[name]
    await measureFlooded('elsewhere', i)
  }
  progress.done()
  const p99Of = (phase: keyof typeof ms) => percentile(ms[phase], 0.99)
  const [quietP99Ms, floodP99Ms, elsewhereP99Ms] = [p99Of('quiet'), p99Of('flood'), p99Of('elsewhere')]
  const figures = {
    servers,
    polls: ms.quiet.length + ms.flood.length + ms.elsewhere.length,
    failedPolls: failures,
    floodRequests: flooded.sent,
    floodRefused: flooded.refused,
    floodAnswered: flooded.answered,
    quietP99Ms: round(quietP99Ms),
    floodP99Ms: round(floodP99Ms),
    floodRatio: round(floodP99Ms / quietP99Ms),
    elsewhereP99Ms: round(elsewhereP99Ms),
    elsewhereRatio: round(elsewhereP99Ms / quietP99Ms),
  }
  return {
    figures,
    failures: [
      ...(figures.floodRatio > MAX_RATIO ? [`polls take ${figures.floodRatio} times as long during the flood`] : []),
      ...(failures > 0 ? [`${failures} polls failed`] : []),
      ...(flooded.refused === 0 ? ['the flood was never refused'] : []),
    ],
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Each store has its own owner, because the number of servers and of requests is limited. */
async function createServers(url: string, databaseUrl: string, count: number): Promise<string[]> {
  const sizes = Array.from({ length: Math.ceil(count / SERVERS_OF_A_STORE) }, (_, i) =>
    Math.min(SERVERS_OF_A_STORE, count - i * SERVERS_OF_A_STORE),
  )
  const progress = startProgress('stores', sizes.length)
  const keys: string[] = []
  for (const servers of sizes) {
    const store = await createTestStore(await createOwner({ url, databaseUrl }), { servers })
    keys.push(...store.servers.map(({ key }) => key))
    progress.add(1)
  }
  return keys
}
