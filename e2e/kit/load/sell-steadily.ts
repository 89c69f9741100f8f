import { setTimeout as sleep } from 'node:timers/promises'
import type { TestStore } from '../test-store.ts'

/** Sells one product at an even rate until it is stopped, each time to a new player. */
export function sellSteadily(
  store: TestStore,
  { productId, intervalMs }: { productId: string; intervalMs: number },
): { stop: () => Promise<void> } {
  const state = { isStopped: false }
  let players = 0
  async function sell(): Promise<void> {
    while (!state.isStopped) {
      const sale = { gameUserId: String(++players), items: [{ productId }] }
      await Promise.all([store.sell(sale), sleep(intervalMs)])
    }
  }
  const selling = sell()
  // An error is reported by stop().
  selling.catch(() => undefined)
  return {
    stop() {
      state.isStopped = true
      return selling
    },
  }
}
