import { setTimeout as sleep } from 'node:timers/promises'
import type { Span } from '../../e2e/kit/kills/database-outages.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { withCleanUp } from '../../e2e/kit/run-harness.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import type { Chain } from '../../e2e/kit/trade/chains.ts'
import { readTtl } from './database-machines.ts'
import { cause, type Kind } from './faults.ts'
import { endTrade, type Verdict } from '../../e2e/kit/trade/judge.ts'
import { waitForService } from './probe.ts'
import { receiveWebhooks } from '../../e2e/kit/trade/receive-webhooks.ts'
import { startGames } from '../../e2e/kit/trade/run-games.ts'
import { openShop, startSelling } from '../../e2e/kit/trade/sell.ts'
import { type Plan, startWorld } from './start-world.ts'

const SHOPS = 3
const SERVERS_PER_SHOP = 5
const WARM_UP_MS = 1_500
/** After a fault, before the next one. */
const PAUSE_MS = { min: 500, max: 2_000 }
/** Longer than any service may be away, so that it is measured and not guessed. */
const BACK_WITHIN_MS = 90_000
const HEALTHY_WITHIN_MS = 120_000

export type Fault = Span & { kind: Kind }
export type Outcome = Verdict & {
  ttl: number
  faults: Fault[]
  chains: Chain[]
  counts: Record<string, number>
  /** What went wrong apart from the verdict. */
  problems: string[]
}

type Trial = Plan & {
  faults: Kind[]
  random: Random
  onFault: (fault: Fault) => void
  backWithinMs?: number
}

/** No fault was caused. */
export class NotStarted extends Error {}

function raiseNotStarted(error: unknown): never {
  throw new NotStarted(`The machines do not start: ${error instanceof Error ? error.message : String(error)}`)
}

/** Causes one fault after the other under load, and compares at the end what clients were told with what is there. */
export function runTrial({
  faults: kinds,
  random,
  onFault,
  backWithinMs = BACK_WITHIN_MS,
  ...plan
}: Trial): Promise<Outcome> {
  const { root } = plan
  return withCleanUp(async (defer) => {
    const world = await startWorld(defer, plan).catch(raiseNotStarted)
    const { databases, nodes, url, port, network } = world
    const ttl = await readTtl(databases.machines)
    const webhooks = await receiveWebhooks(defer, network.gateway)
    const webhookUrl = webhooks.url
    const owner = await createOwner({ url, databaseUrl: await databases.url(), root })
    const shops = await Promise.all(
      Array.from({ length: SHOPS }, () => openShop(owner, { servers: SERVERS_PER_SHOP, webhookUrl })),
    )
    const probe = { url, shop: await openShop(owner, { servers: 1, webhookUrl }) }
    const selling = startSelling({ url, shops, random: random.fork() })
    defer(() => selling.abandon())
    const games = await startGames({
      port,
      seed: random.integer(0, 2 ** 31),
      servers: shops.flatMap(({ servers }) => servers.map(({ key }, i) => ({ key, waits: i < 2 }))),
    })
    defer(() => games.kill())
    await sleep(WARM_UP_MS)

    const faults: Fault[] = []
    const problems: string[] = []
    const [first] = shops
    for (const [i, kind] of kinds.entries()) {
      // During the faults in the middle, everything that one server got is delivered again.
      if (i === Math.floor(kinds.length / 2) && first) {
        await first.manage.startRedelivery({ storeId: first.storeId, serverIds: [first.servers[0]?.id ?? ''] })
      }
      await sleep(random.between(PAUSE_MS.min, PAUSE_MS.max))
      const fault = { kind, start: Date.now(), end: Infinity }
      faults.push(fault)
      try {
        const repair = await cause(kind, { databases, nodes, ttl, random })
        const isBack = await waitForService(probe, backWithinMs)
        if (!isBack) problems.push(`${kind}: the service was not back after ${backWithinMs / 1_000} s`)
        await repair()
        await databases.waitUntilHealthy(HEALTHY_WITHIN_MS)
        if (!isBack) break
      } catch (error) {
        problems.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
        break
      }
      fault.end = Date.now()
      onFault(fault)
    }

    await Promise.race([selling.stop(), sleep(BACK_WITHIN_MS)])
    const databaseUrl = await databases.url()
    const ended = await endTrade({ databaseUrl, selling, games, webhooks: webhooks.arrivals, root })
    for (const node of nodes) if (node.died() !== undefined) problems.push(`${node.name}: ${node.died()}`)
    return {
      ...ended,
      ttl,
      faults,
      problems: [...problems, ...selling.refused],
    }
  })
}
