import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, type RunnerOptions, run } from 'graphile-worker'
import type { Db, ReaderDb } from '../db/database.ts'
import { makePartitions } from '../db/migrate.ts'
import { expireDue } from '../entitlements/expire-due.ts'

const TICK_MS = 1_000

export type WorkerParts = {
  databaseUrl: string
  app: Db
  reader: ReaderDb
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void
  onExpired: (count: number) => void
}

/**
 * What happens by itself: expiries, and the ledger's partitions. Jobs live in the same database; any number of
 * processes may run this, and a job runs on one of them.
 */
export async function startWorkers(parts: WorkerParts): Promise<{ stop: () => Promise<void> }> {
  let runner: Runner | undefined = await run(optionsOf(parts))
  const stopping = new AbortController()

  /** The runner gives up when the database stays away; a store does not. */
  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await run(optionsOf(parts))
        await runner.promise
      } catch (error) {
        parts.log('warn', `the jobs stopped and start again: ${error instanceof Error ? error.message : String(error)}`)
      }
      runner = undefined
      await sleep(TICK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /**
   * Every process asks for a look at what is due. One key makes many asks one job, and a job that died with
   * its process is no longer found by the key, so nothing waits for it; hours later it is run once more and gone.
   */
  async function keepTicking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner?.addJob('expire-due', {}, { jobKey: 'expire-due' }).catch(() => undefined) // the next tick asks again
      await sleep(TICK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = Promise.all([keepRunning(), keepTicking()])
  return {
    stop: async () => {
      stopping.abort()
      await runner?.stop()
      await running
    },
  }
}

function optionsOf({ databaseUrl, app, reader, log, onExpired }: WorkerParts): RunnerOptions {
  return {
    connectionString: databaseUrl,
    maxPoolSize: 3,
    concurrency: 2,
    pollInterval: TICK_MS,
    noHandleSignals: true,
    // In batches, even of one: the other way ends a job with a promise nobody waits for, and a lost connection the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(
      () => (level, message) => log(level === 'warning' ? 'warn' : level === 'info' ? 'debug' : level, message),
    ),
    crontab: '17 * * * * make-partitions ?jobKey=make-partitions',
    taskList: {
      'expire-due': async () => {
        const count = await expireDue(app, reader)
        if (count > 0) onExpired(count)
      },
      'make-partitions': async () => {
        const made = await makePartitions(app)
        if (made.length > 0) log('info', `made ${made.join(', ')}`)
      },
    },
  }
}
