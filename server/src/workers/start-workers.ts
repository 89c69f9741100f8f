import { Logger, type Runner, run } from 'graphile-worker'
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
 * processes may run this, a job runs on one of them.
 */
export async function startWorkers({
  databaseUrl,
  app,
  reader,
  log,
  onExpired,
}: WorkerParts): Promise<{ stop: () => Promise<void> }> {
  const runner: Runner = await run({
    connectionString: databaseUrl,
    maxPoolSize: 3,
    concurrency: 2,
    pollInterval: TICK_MS,
    noHandleSignals: true,
    logger: new Logger(
      () => (level, message) => log(level === 'warning' ? 'warn' : level === 'info' ? 'debug' : level, message),
    ),
    // The minute's job starts the chain of ticks again should the process that held it have died.
    crontab:
      '* * * * * expire-due ?jobKey=expire-due&jobKeyMode=preserve_run_at&max=1\n17 * * * * make-partitions ?jobKey=make-partitions',
    taskList: {
      'expire-due': async (_payload, { addJob }) => {
        try {
          const count = await expireDue(app, reader)
          if (count > 0) onExpired(count)
        } finally {
          await addJob(
            'expire-due',
            {},
            { jobKey: 'expire-due', runAt: new Date(Date.now() + TICK_MS), maxAttempts: 1 },
          )
        }
      },
      'make-partitions': async () => {
        const made = await makePartitions(app)
        if (made.length > 0) log('info', `made ${made.join(', ')}`)
      },
    },
  })
  await runner.addJob('expire-due', {}, { jobKey: 'expire-due', maxAttempts: 1 })
  return { stop: () => runner.stop() }
}
