import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { createSealer } from './seal.ts'
import type { Config } from './config/config.ts'
import { openForwarding } from './http/forward/open-forwarding.ts'
import { findUnencrypted } from './config/find-unencrypted.ts'
import { checkDatabase } from './setup/check-database.ts'
import { NETWORK_ADVICE } from './setup/check-themes.ts'
import { findNetworkNamespace } from './themes/isolation/network-namespace.ts'
import { checkOrigins } from './setup/check-origins.ts'
import { checkSecrets, PAYMENT_CREDENTIALS } from './setup/check-secrets.ts'
import { type Database, openDatabase } from './db/database.ts'
import { isDatabaseUnavailable, retryWhileUnavailable } from './db/retry-while-unavailable.ts'
import { AppError } from './errors.ts'
import { resolveHost } from './webhooks/sending/resolve-host.ts'
import { recordLastSeen } from './game-servers/record-last-seen.ts'
import { readDashboard } from './http/dashboard/read-dashboard.ts'
import { openGames } from './http/games/open-games.ts'
import { openStorefront, paymentOrigins } from './http/storefront/open-storefront.ts'
import { openManagement } from './http/manage/manage-parts.ts'
import { buildOperations } from './http/operations/build-operations.ts'
import { shareResult } from './http/operations/share-result.ts'
import { createMetrics, type Metrics } from './http/operations/metrics.ts'
import { type Tracing, tracePurchases } from './monitoring/traces/trace-purchases.ts'
import { createHostKinds, isServedName } from './http/origins/host-kinds.ts'
import { stopServing } from './http/stop-serving.ts'
import { createIdentityProviders } from './storefront/identity/create-identity-providers.ts'
import { watchOrders } from './storefront/orders/watch-orders.ts'
import { createPayments, type Payments } from './payments/create-payments.ts'
import { readHostChanges } from './stores/hosts/read-host-changes.ts'
import { createStoreHosts } from './stores/hosts/store-hosts.ts'
import { deliverWebhooks } from './workers/deliver-webhooks.ts'
import { followDatabase } from './workers/follow-database.ts'
import type { Log } from './workers/repeat.ts'
import { sendMails } from './workers/send-mails.ts'
import { watchInstallation } from './workers/watch-installation.ts'
import { startWorkers } from './workers/start-workers.ts'

const START_TIMEOUT_MS = 60_000
const WEBHOOK_TIMEOUT_MS = 15_000
/** The queue of new connections. The kernel limits it to net.core.somaxconn. */
const BACKLOG = 4_096
const READINESS_MS = 1_000

export type RunningServer = {
  host: string
  port: number
  metricsPort: number
  /** Finishes requests in progress and closes connections. With `replace`, other processes accept new connections. */
  stop: (how?: 'stop' | 'replace') => Promise<void>
}

/** Refuses to start on a database that could lose a sale. A child leaves health and metrics to its parent. */
export async function startServer(config: Config, logger: Logger, { isChild = false } = {}): Promise<RunningServer> {
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: config.poolSize,
    onError: (error) => logger.warn({ reason: error.message }, 'a database connection was lost'),
  })
  try {
    for (const warning of [...config.warnings, ...findUnencrypted(config)]) logger.warn(warning)
    await waitForDatabase(logger, () => checkBeforeStart(database, config, logger))
    return await listen(config, logger, database, isChild)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(config: Config, logger: Logger, database: Database, isChild: boolean): Promise<RunningServer> {
  const metrics = createMetrics()
  const seen = recordLastSeen(database.gateway, (error) =>
    logger.warn({ err: error }, 'failed to record when game servers were last seen'),
  )
  const tracing = config.otlpUrl === undefined ? undefined : openTracing(config.otlpUrl, database, logger)
  const games = openGames(database.gateway, seen, { traced: tracing?.traceReports })
  metrics.watchWaiting(games.waitingPolls.count)
  const log: Log = (level, message) => logger[level](message)
  const hosts = createStoreHosts(database.gateway, {
    domain: config.storefrontDomain,
    secretKeys: config.secretKeys,
  })
  const counted = { onAnswer: metrics.countAnswer }
  const payments = createPayments(database.app, config, counted)
  const management = openManagement(database, payments, config)
  const forwarding = openForwarding(database.gateway, config, games.waitingPolls)
  const following = await followDatabase({ ...games, hosts, moved: forwarding.moved, feed: management.feed, log })
  const state = { stopping: false }

  const orders = watchOrders(database.reader, (error) =>
    logger.warn({ err: error }, 'failed to read changes of orders'),
  )
  const dashboard = await readDashboard()
  if (!dashboard) logger.info('without a dashboard: run `npm run build:dashboard` first')
  const app = await buildApp({
    games,
    hosts,
    forwarding,
    payments: { ...createPayments(database.callbacks, config, counted), onReceived: tracing?.onReceived },
    storefront: await openStorefront(database.app, {
      hosts,
      otherOrigins: paymentOrigins(config),
      checkout: { payments, orders, identity: createIdentityProviders(config) },
      onError: (error) => logger.error({ err: error }, 'failed to render a page with the theme of a store'),
    }),
    management,
    ...(dashboard && { dashboard }),
    logger,
    metrics,
    trustProxy: config.trustProxy,
    documentation: config.documentation,
    isStopping: games.waitingPolls.isStopped,
  })
  const hostKinds = createHostKinds(config, hosts)
  const operations = buildOperations({
    contentType: metrics.registry.contentType,
    metrics: () => metrics.registry.metrics(),
    readiness: createReadiness(database, state),
    isKnownHost: (host) => isServedName(hostKinds, host),
    readHostChanges: (since) => readHostChanges(database.gateway, since),
  })
  try {
    if (isChild) metrics.reportToParent()
    else await operations.listen({ host: config.metricsHost, port: config.metricsPort })
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  } catch (error) {
    // If a port is in use, the process must exit completely.
    await Promise.all([app.close(), operations.close(), following.stop()])
    throw error
  }
  if ((await findNetworkNamespace()).length === 0)
    logger.warn(`themes of owners render in processes with a network. ${NETWORK_ADVICE}`)
  const background = config.backgroundWork ? startBackground({ config, database, payments, metrics, log }) : undefined

  return {
    host: config.host,
    port: portOf(app.server.address()),
    metricsPort: portOf(operations.server.address()),
    stop: async (how = 'stop') => {
      state.stopping = true
      orders.stop()
      management.feed.stop()
      await Promise.all([stopServing(app.server, games, how), background?.stop()])
      await Promise.all([app.close(), following.stop()])
      await Promise.all([seen.stop(), tracing?.stop()])
      await operations.close()
      await database.close()
    },
  }
}

type BackgroundParts = {
  config: Config
  database: Database
  payments: Payments
  metrics: Metrics
  log: Log
}

function startBackground({ config, database, payments, metrics, log }: BackgroundParts): { stop: () => Promise<void> } {
  const { app, gateway, reader, accounts } = database
  const workers = startWorkers({
    app,
    gateway,
    reader,
    accounts,
    payments,
    log,
    onExpired: (count) => metrics.countExpired(count),
  })
  const webhooks = deliverWebhooks({
    app,
    reader,
    databaseUrl: config.databaseUrl,
    sealer: payments.sealer,
    sending: { allowed: config.webhookAllow, resolve: resolveHost, timeoutMs: WEBHOOK_TIMEOUT_MS },
    log,
  })
  const mails = sendMails({ accounts, sealer: payments.sealer, publicUrl: config.publicUrl, smtp: config.smtp, log })
  const watching = watchInstallation({ reader, sendsMails: config.smtp !== undefined, ...metrics.installation, log })
  const all = [workers, webhooks, mails, watching]
  return { stop: async () => void (await Promise.all(all.map(({ stop }) => stop()))) }
}

function openTracing(endpoint: string, { reader }: Database, logger: Logger): Tracing {
  return tracePurchases({ endpoint, reader, onError: (error) => logger.warn({ err: error }, 'failed to send traces') })
}

async function waitForDatabase(logger: Logger, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn({ reason }, `the database is unavailable; retrying for ${START_TIMEOUT_MS / 1_000} s`)
    return retryWhileUnavailable(Date.now() + START_TIMEOUT_MS, work)
  })
}

async function checkBeforeStart(database: Database, config: Config, logger: Logger): Promise<void> {
  await requireSafeDatabase(config.databaseUrl)
  await requireKeys(database, config, logger)
  for (const { ok, found, advice } of await checkOrigins(database, config)) if (!ok) logger.error(`${found}. ${advice}`)
}

async function requireSafeDatabase(url: string): Promise<void> {
  const findings = await checkDatabase(url, { now: () => new Date() })
  // A different clock is only a warning, because due times use the database's clock.
  const faults = findings.filter((finding) => !finding.ok && finding.check !== 'clock')
  if (faults.length > 0) {
    throw new AppError(
      'not_configured',
      `The database is not ready:\n${faults.map((f) => `  - ${f.check}: ${f.found}. ${f.advice}`).join('\n')}`,
    )
  }
}

/** Without the keys of payment credentials, callbacks of paid checkouts would fail. Other secrets can be entered again. */
async function requireKeys(database: Database, { secretKeys }: Config, logger: Logger): Promise<void> {
  const faults = (await checkSecrets(database, createSealer(secretKeys))).filter(({ ok }) => !ok)
  for (const { check, found, advice } of faults) {
    const message = `${check}: ${found}. ${advice}`
    if (check === PAYMENT_CREDENTIALS) throw new AppError('not_configured', message)
    logger.error(message)
  }
}

/** Any number of calls share one query per second. */
function createReadiness(
  database: Database,
  state: { stopping: boolean },
): () => Promise<{ ready: boolean; reason: string }> {
  const readDatabase = shareResult(READINESS_MS, () => readiness(database))
  return async () => (state.stopping ? { ready: false, reason: 'stopping' } : readDatabase())
}

async function readiness(database: Database): Promise<{ ready: boolean; reason: string }> {
  try {
    await database.gateway.selectFrom('stores').select('id').limit(1).execute()
    return { ready: true, reason: 'the database is available' }
  } catch (error) {
    return {
      ready: false,
      reason: isDatabaseUnavailable(error) ? 'the database is unavailable' : 'the database rejects queries',
    }
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
