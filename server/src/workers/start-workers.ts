import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, ReaderDb } from '../db/database.ts'
import { makePartitions } from '../db/migrate.ts'
import { expireDue } from '../entitlements/expire-due.ts'
import { askDue } from '../payments/ask-due.ts'
import type { PaymentParts } from '../payments/receive-callback.ts'
import { retryRefunds } from '../payments/retry-refunds.ts'
import { tellSandbox } from '../payments/sandbox/play-payment.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

export type WorkerParts = {
  app: Db
  reader: ReaderDb
  payments: PaymentParts
  log: (level: 'warn' | 'info', message: string) => void
  onExpired: (count: number) => void
}

/**
 * What happens by itself: expiries, asking providers, unfinished refunds, play money, and the ledger's partitions. What is due is found by looking, not by a message that
 * could be lost with a process; any number of processes may look at once, and each due thing is done by one of them.
 */
export function startWorkers({ app, reader, payments, log, onExpired }: WorkerParts): { stop: () => Promise<void> } {
  const stopping = new AbortController()

  async function repeat(name: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    let failing = false
    while (!stopping.signal.aborted) {
      try {
        await work()
        if (failing) log('info', `${name}: works again`)
        failing = false
      } catch (error) {
        // Said once, not every second: a database that is away stays so for a while.
        if (!failing) log('warn', `${name}: ${messageOf(error)}; trying again`)
        failing = true
      }
      const pause = failing ? SECOND_MS : everyMs
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = Promise.all([
    repeat('expiries', SECOND_MS, async () => {
      let failed: Error | undefined
      const count = await expireDue(app, reader, { signal: stopping.signal, onFailed: (error) => (failed = error) })
      if (count > 0) onExpired(count)
      if (failed) throw failed
    }),
    repeat('open checkouts', SECOND_MS, async () => {
      await askDue(payments, reader, (error) => log('warn', `a provider could not be asked: ${messageOf(error)}`))
    }),
    repeat('refunds', SECOND_MS, async () => {
      await retryRefunds(payments, reader, (error) => log('warn', `a refund has to wait: ${messageOf(error)}`))
    }),
    repeat('sandbox', SECOND_MS, async () => {
      await tellSandbox(payments, reader)
    }),
    repeat('ledger partitions', HOUR_MS, async () => {
      const made = await makePartitions(app)
      if (made.length > 0) log('info', `made ${made.join(', ')}`)
    }),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
