import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { checkDatabase } from './db/check-database.ts'
import { type Database, openDatabase } from './db/database.ts'
import { isDatabaseAway, retryWhileAway } from './db/retry-while-away.ts'
import { resolveHost } from './events/resolve-host.ts'
import { collectSeen } from './game-servers/collect-seen.ts'
import { buildOperations } from './http/operations/build-operations.ts'
import { createMetrics } from './http/operations/metrics.ts'
import { openPayments } from './payments/open-payments.ts'
import { deliverWebhooks } from './workers/deliver-webhooks.ts'
import { startWorkers } from './workers/start-workers.ts'

const START_PATIENCE_MS = 60_000
const WEBHOOK_TIMEOUT_MS = 15_000

export type RunningServer = { host: string; port: number; metricsPort: number; stop: () => Promise<void> }

/** Refuses to sell on a database that could forget a sale. */
export async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: config.poolSize,
    onError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  try {
    await requireSoundDatabase(config.databaseUrl)
    return await listen(config, logger, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(config: Config, logger: Logger, database: Database): Promise<RunningServer> {
  const metrics = createMetrics()
  const seen = collectSeen(database.gateway, (error) =>
    logger.warn({ err: error }, 'who was seen could not be written down'),
  )
  const state = { stopping: false }

  const payments = openPayments(database.app, config)
  const app = await buildApp({
    gateway: database.gateway,
    seen,
    payments,
    logger,
    metrics,
    trustProxy: config.trustProxy,
    isStopping: () => state.stopping,
  })
  const operations = buildOperations({ metrics, readiness: () => readiness(database, state) })
  try {
    await operations.listen({ host: config.host, port: config.metricsPort })
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    // A port that is taken must end the process, not leave half of it running.
    await Promise.all([app.close(), operations.close()])
    throw error
  }
  const workers = startWorkers({
    app: database.app,
    reader: database.reader,
    payments,
    log: (level, message) => logger[level](message),
    onExpired: (count) => metrics.countExpired(count),
  })

  const webhooks = deliverWebhooks({
    app: database.app,
    reader: database.reader,
    databaseUrl: config.databaseUrl,
    sealer: payments.sealer,
    sending: { allowed: config.webhookAllow, resolve: resolveHost, timeoutMs: WEBHOOK_TIMEOUT_MS },
    log: (level, message) => logger[level](message),
  })

  return {
    host: config.host,
    port: portOf(app.server.address()),
    metricsPort: portOf(operations.server.address()),
    stop: async () => {
      state.stopping = true
      await app.close()
      await Promise.all([workers.stop(), webhooks.stop()])
      await seen.stop()
      await operations.close()
      await database.close()
    },
  }
}

async function requireSoundDatabase(url: string): Promise<void> {
  const findings = await retryWhileAway(Date.now() + START_PATIENCE_MS, () =>
    checkDatabase(url, { now: () => new Date() }),
  )
  // A clock that differs is worth a look, not a closed store: due times follow the database.
  const faults = findings.filter((finding) => !finding.ok && finding.check !== 'clock')
  if (faults.length > 0) {
    throw new Error(
      `The database is not fit for a store:\n${faults.map((f) => `  - ${f.check} is ${f.found}. ${f.advice}`).join('\n')}`,
    )
  }
}

async function readiness(
  database: Database,
  state: { stopping: boolean },
): Promise<{ ready: boolean; reason: string }> {
  if (state.stopping) return { ready: false, reason: 'stopping' }
  try {
    await database.gateway.selectFrom('stores').select('id').limit(1).execute()
    return { ready: true, reason: 'the database answers' }
  } catch (error) {
    return { ready: false, reason: isDatabaseAway(error) ? 'the database cannot be reached' : 'the database refuses' }
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
