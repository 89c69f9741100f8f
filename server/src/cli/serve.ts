import cluster from 'node:cluster'
import { Command, InvalidArgumentError } from 'commander'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../config.ts'
import { print } from './print.ts'
import type { ChildMessage } from './serve-processes.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the store: the interface for game servers, and the jobs behind it')
    .option('--processes <n>', 'processes that share the port', readCount, 1)
    .option('--json', 'announce the addresses as one JSON object')
    .addHelpText(
      'after',
      `
Settings (environment):
  DATABASE_URL   where the database is (required)
  HOST, PORT     where to listen (127.0.0.1, 8080; port 0 takes a free one)
  METRICS_PORT   /healthz, /readyz and /metrics (9091)
  DATABASE_POOL  connections for each role (10)
  CELL           name of this cell in new keys (c1)
  LOG_LEVEL      fatal, error, warn, info, debug, trace or silent (info)
  BACKGROUND_WORK
                 on or off: expiries, webhooks, asking providers; at least one server of a database does it (on)
  TRUST_PROXY    addresses of proxies in front, comma-separated (none)
  PUBLIC_URL     where players and payment providers reach this server (http://HOST:PORT)
  SECRET_KEYS    what secrets are sealed with: k2:<32 bytes in base64>,k1:<…>, the newest first (none)
  WEBHOOK_ALLOW  address ranges that webhooks may go to besides the public internet, like 10.0.0.0/8 (none)
  SMTP_URL       where mails leave, like smtps://user:password@mail.example:465 (none: they stay in the database)
  MAIL_FROM      who they are from, like "Vale Store <store@vale.example>" (required with SMTP_URL)
  DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET
                 lets people sign in with their accounts there (none)
  STRIPE_URL, MERCADOPAGO_URL, PAYPAL_URL, DISCORD_URL, GITHUB_URL
                 other addresses of the providers, for a stand-in (their own)

Signals:
  SIGTERM        answers what is under way, then ends
  SIGHUP         with --processes: replaces them one by one, nobody notices

Example:
  HOST=0.0.0.0 PORT=8080 npx quartermaster serve
  npx quartermaster serve --processes 4`,
    )
    .action(async ({ json, processes }: { json?: boolean; processes: number }) => {
      const config = readConfig()
      // The server is loaded by the one command that runs it; the others answer sooner.
      const { destination, pino } = await import('pino')
      // Logs go to standard error, so that standard output holds nothing but the announcement.
      const logger = pino({ level: config.logLevel, base: null }, destination({ fd: 2, sync: false }))
      if (cluster.isWorker) return serveAsChild(config, logger)
      const { host, port, metricsPort, stop } = await start(config, logger, processes)
      print(
        json,
        { host, port, metricsPort },
        () => `Listening on http://${host}:${port}, documentation at /docs; health and metrics on port ${metricsPort}.`,
      )
      if (processes === 1) process.on('SIGHUP', () => logger.info('SIGHUP replaces processes when there are several'))
      const signal = await stopSignal()
      logger.info({ signal }, 'stopping')
      await stop()
      logger.info('stopped')
    })
}

async function start(config: Config, logger: Logger, processes: number) {
  if (processes > 1) return (await import('./serve-processes.ts')).serveProcesses(config, logger, processes)
  return (await import('../main.ts')).startServer(config, logger)
}

/** One of several processes. Its parent announces where they listen, and tells it when to go. */
async function serveAsChild(config: Config, logger: Logger): Promise<void> {
  const { startServer } = await import('../main.ts')
  const { host, port, stop } = await startServer(config, logger, { isChild: true })
  const tell = (message: ChildMessage) => process.send?.(message)
  tell({ serves: { host, port } })
  const how = await new Promise<'stop' | 'replace'>((resolve) => {
    process.on('message', (message: unknown) => {
      if (message === 'stop' || message === 'replace') resolve(message)
    })
    process.once('SIGTERM', () => resolve('replace'))
    // A terminal sends this one to all; the parent decides.
    process.on('SIGINT', () => undefined)
  })
  tell({ leaves: true })
  await stop(how)
  process.disconnect?.()
}

function readCount(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('give a whole number from 1 to 99')
}

/** Clean on the first signal; a second one ends the process at once. */
async function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}
