import type { Defer } from '../run-harness.ts'
import { createTestStore, type Owner } from '../test-store.ts'
import type { ClientKind } from './game-client.ts'
import type { LoadReport } from './load-counts.ts'
import { startClients } from './load-worker.ts'
import { sellSteadily } from './sell-steadily.ts'

const SALE_INTERVAL_MS = 700

/** Creates a store with one game server per client, and a product that is delivered to all of them. */
export async function createLoad(owner: Owner, counts: Partial<Record<ClientKind, number>>) {
  const kinds = Object.entries(counts).flatMap(([kind, count]) => Array<ClientKind>(count).fill(kind as ClientKind))
  const store = await createTestStore(owner, { servers: kinds.length })
  const productId = await store.addProduct({ serverIds: store.servers.map(({ id }) => id) })
  const clients = store.servers.map(({ key }, i) => ({ key, kind: kinds[i] ?? 'steady' }))

  return {
    /** Starts the clients in their own process, and sells. */
    async start(defer: Defer, { port, seed }: { port: number; seed: number }) {
      const sales = sellSteadily(SALE_INTERVAL_MS, (no) =>
        store.sell({ gameUserId: String(no), items: [{ productId }] }),
      )
      defer(() => sales.stop())
      const worker = await startClients({ port, seed, clients })
      defer(() => worker.kill())
      return {
        report: worker.report,
        /** The last report. Sales that failed are failures, too. */
        async stop(): Promise<LoadReport> {
          const report = await worker.stop()
          await sales.stop()
          const failures = report.failures + sales.failures.length
          return { ...report, failures, examples: [...report.examples, ...sales.failures] }
        },
      }
    },
  }
}
