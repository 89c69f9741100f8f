import { setTimeout as sleep } from 'node:timers/promises'
import type { Manage } from '@quartermaster/sdk'

/** Sells at an even rate until it is stopped, also while earlier sales wait for their response. */
export function sellSteadily(intervalMs: number, sell: (no: number) => Promise<Manage.ManualSale>) {
  /** Of all sales that are confirmed. */
  const deliveryIds = new Set<string>()
  const failures: string[] = []
  const stopping = new AbortController()
  const inProgress: Promise<void>[] = []

  async function sellOnce(no: number): Promise<void> {
    try {
      const sale = await sell(no)
      for (const id of sale.deliveryIds) deliveryIds.add(id)
    } catch (error) {
      failures.push(`sale ${no} failed: ${String(error)}`)
    }
  }
  async function run(): Promise<void> {
    for (let next = Date.now(), no = 1; !stopping.signal.aborted; no++) {
      inProgress.push(sellOnce(no))
      next += intervalMs
      await sleep(Math.max(next - Date.now(), 0), undefined, stopping).catch(() => undefined)
    }
  }

  const running = run()
  return {
    deliveryIds: deliveryIds as ReadonlySet<string>,
    failures: failures as readonly string[],
    /** Starts no more sales, and resolves when all of them have ended. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
      await Promise.all(inProgress)
    },
  }
}
