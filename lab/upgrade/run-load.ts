import { setTimeout as sleep } from 'node:timers/promises'
import { createManageClient } from '@quartermaster/sdk'
import type { ClientKind } from '../../e2e/kit/load/game-client.ts'
import { startClients } from '../../e2e/kit/load/load-worker.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'

export type LoadTarget = {
  port: number
  token: string
  storeId: string
  productId: string
  keys: string[]
  seed: number
}

/** What the clients of one server saw since the last report. */
export type LoadPhase = { requests: number; failedRequests: number; longestWaitMs: number; examples: string[] }

const SALE_INTERVAL_MS = 500
const READ_INTERVAL_MS = 250
const KINDS: ClientKind[] = ['steady', 'fresh', 'steady', 'waiting']

/** Game servers that poll and report, sales, and reads of the management. No request is retried. */
export async function runLoad(defer: Defer, target: LoadTarget) {
  const { port, token, storeId, productId, keys, seed } = target
  const manage = createManageClient({ url: `http://127.0.0.1:${port}`, token, retries: 0 })
  let own = createPhase()
  const stopping = new AbortController()
  const clients = keys.map((key, i) => ({ key, kind: KINDS[i % KINDS.length] ?? 'steady' }))
  const games = await startClients({ port, seed, clients })
  defer(() => games.kill())

  async function time(name: string, call: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    own.requests++
    try {
      await call()
    } catch (error) {
      own.failedRequests++
      own.examples.push(`${new Date().toISOString()} ${name}: ${String(error)}`)
    }
    own.longestWaitMs = Math.max(own.longestWaitMs, Math.round(performance.now() - startedAt))
  }
  /** Begins the next call in time, also while earlier ones wait. */
  async function repeat(name: string, intervalMs: number, call: (no: number) => Promise<unknown>): Promise<void> {
    const inProgress: Promise<void>[] = []
    for (let no = 1; !stopping.signal.aborted; no++) {
      inProgress.push(time(name, () => call(no)))
      await sleep(intervalMs, undefined, stopping).catch(() => undefined)
    }
    await Promise.all(inProgress)
  }
  const reads = [
    () => manage.listCheckouts({ storeId }),
    () => manage.listDeliveries({ storeId }),
    () => manage.listProducts({ storeId }),
    () => manage.listEntitlements({ storeId }),
  ]
  const running = Promise.all([
    repeat('sale', SALE_INTERVAL_MS, (no) =>
      manage.createManualSale({ storeId, gameUserId: `${port}-${no}`, items: [{ productId }] }),
    ),
    repeat('read', READ_INTERVAL_MS, async (no) => reads[no % reads.length]?.()),
  ])
  defer(() => stopping.abort())

  function finish(report: { requests: number; failures: number; maxMs: number; examples: string[] }): LoadPhase {
    const phase = own
    own = createPhase()
    return {
      requests: phase.requests + report.requests,
      failedRequests: phase.failedRequests + report.failures,
      longestWaitMs: Math.max(phase.longestWaitMs, report.maxMs),
      examples: [...phase.examples, ...report.examples],
    }
  }
  const reported: string[] = []
  return {
    /** Ids of the deliveries whose report succeeded. */
    reported,
    async report(): Promise<LoadPhase> {
      const report = await games.report()
      reported.push(...report.reported)
      return finish(report)
    },
    async stop(): Promise<LoadPhase> {
      stopping.abort()
      await running
      const report = await games.stop()
      reported.push(...report.reported)
      return finish(report)
    },
  }
}

function createPhase(): LoadPhase {
  return { requests: 0, failedRequests: 0, longestWaitMs: 0, examples: [] }
}
