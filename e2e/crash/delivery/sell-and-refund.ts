import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, UnreachableError } from '@quartermaster/sdk'
import type { Random } from '../../kit/random.ts'
import type { Finding } from '../trial.ts'
import type { Purchases } from './purchases.ts'

type Parts = {
  purchases: Purchases
  random: Random
  /** How many deliveries the games have yet to run. New sales wait while there are too many. */
  backlog: () => number
}

const CONCURRENCY = 8
const MAX_PAUSE_MS = 250
const MAX_BACKLOG = 80
/** Without an idempotency key, so that the reference alone makes a repeated sale safe. */
const NO_KEY = { idempotencyKey: null }

/** Sells and refunds over HTTP, several at a time, and repeats every request until it succeeds. */
export function sellAndRefund({ purchases, random, backlog }: Parts) {
  const findings: Finding[] = []
  const counts = { sold: 0, refunded: 0 }
  /** The codes of the failures after which a request was repeated. */
  const repeated: string[] = []
  const state = { isStopped: false }

  async function repeat<T>(request: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof StoreError || error instanceof UnreachableError)) throw error
        const code = error instanceof StoreError ? error.code : 'unreachable'
        const isRejected = error instanceof StoreError && error.status < 500 && error.status !== 429
        if (isRejected) {
          const detail = `${code}: ${error.message}`
          findings.push({ kind: 'wrong', check: 'a valid sale or refund is accepted', detail })
          return undefined
        }
        repeated.push(code)
        await sleep(random.between(50, 200))
      }
    }
  }

  async function sell(): Promise<void> {
    const purchase = purchases.createPurchase()
    const { storeId, manage } = purchase.store
    // Sometimes the same sale is sent twice at the same time.
    const copies = random.chance(0.15) ? 2 : 1
    const sendOnce = () => repeat(() => manage.createManualSale({ storeId, ...purchase.sale }, NO_KEY))
    for (const sale of await Promise.all(Array.from({ length: copies }, sendOnce))) {
      if (sale) purchases.acknowledge(purchase, sale)
    }
    counts.sold++
  }

  async function refund(): Promise<void> {
    const planned = purchases.createRefund()
    if (!planned) return sell()
    const { store, ...input } = planned
    await repeat(() => store.manage.refundCheckout({ storeId: store.storeId, ...input }, NO_KEY))
    counts.refunded++
  }

  async function work(): Promise<void> {
    while (!state.isStopped) {
      await (random.chance(0.3) ? refund() : sell())
      do await sleep(random.between(0, MAX_PAUSE_MS))
      while (!state.isStopped && backlog() > MAX_BACKLOG)
    }
  }

  const working = Promise.all(Array.from({ length: CONCURRENCY }, work))
  return {
    counts,
    repeated,
    findings: findings as readonly Finding[],
    /** Starts no more requests, and resolves when all of them have succeeded. */
    async stop(): Promise<void> {
      state.isStopped = true
      await working
    },
  }
}
