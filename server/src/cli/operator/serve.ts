import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { type Command, InvalidArgumentError } from 'commander'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../../config.ts'
import { addCommand } from '../add-command.ts'
import { print } from '../print.ts'
import type { ChildMessage } from './serve-processes.ts'

const ENVIRONMENT = `
Settings (environment variables):
  DATABASE_URL   address of the PostgreSQL database (required)
  HOST, PORT     where to listen (default: 127.0.0.1, 8080; port 0 chooses a free one)
  METRICS_HOST, METRICS_PORT
                 where to serve /healthz, /readyz and /metrics (default: 127.0.0.1, 9091)
  DATABASE_POOL  database connections for each role (default: 10)
  CELL           name of this cell in new keys (default: c1)
  LOG_LEVEL      fatal, error, warn, info, debug, trace or silent (default: info)
  BACKGROUND_WORK
                 on or off: expiries, webhooks, reconciling payments. At least one server of a database
                 needs it (default: on)
  DOCUMENTATION  on or off: the documents and guides at /docs (default: on)
  TRUST_PROXY    addresses of the proxies in front, separated by commas (default: none)
  PUBLIC_URL     address of the management API and of account pages (default: http://HOST:PORT)
  STOREFRONT_DOMAIN
                 domain whose subdomains are hosts of stores, on another site than PUBLIC_URL (default: none)
  API_URL        address for game servers, payment callbacks and documents (default: api.STOREFRONT_DOMAIN, or
                 PUBLIC_URL without a storefront domain)
  SINGLE_OWNER   on or off: all stores are yours, so STOREFRONT_DOMAIN can be on the site of PUBLIC_URL (default: off)
  SECRET_KEYS    keys that seal secrets, newest first: k2:<32 bytes in base64>,k1:<…> (default: none)
  WEBHOOK_ALLOW  private address ranges that webhooks can be sent to, such as 10.0.0.0/8 (default: none)
  SMTP_URL       mail server, such as smtps://user:password@mail.example:465 (default: none, mails are not sent)
  MAIL_FROM      sender of mails, such as "Vale Store <store@vale.example>" (required with SMTP_URL)
  SIGN_UP        open, invite or off: who can create an account (default: invite)
  DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET
                 enable sign-in with Discord and GitHub (default: none)
  STRIPE_URL, MERCADOPAGO_URL, PAYPAL_URL, DISCORD_URL, GITHUB_URL, STEAM_URL, MOJANG_URL
                 other addresses of the providers, for tests

Signals:
  SIGTERM        answer polls empty, accept the last reports for 1 to 5 s, finish the requests in progress, exit
  SIGHUP         with --processes: replace the processes one by one, without an interruption`

export function addServeCommand(program: Command): void {
  addCommand(program, 'serve', 'run the server: all interfaces and the background work', '', '--processes 4')
    .option('--processes <n>', 'number of processes that share the port', parseProcesses, 1)
    .option('--json', 'print the addresses as JSON')
    .addHelpText('after', ENVIRONMENT)
    .action(async ({ json, processes }: { json?: boolean; processes: number }) => {
      const config = readConfig()
      // Waiting polls live just long enough to look permanent to the garbage collector. Collect more often than usual.
      setFlagsFromString('--heap-growing-percent=50')
      // Loaded here, because no other command needs the server.
      const { destination, pino } = await import('pino')
      // The log goes to standard error. Standard output has only the line with the addresses.
      const logger = pino({ level: config.logLevel, base: null }, destination({ fd: 2, sync: false }))
      if (cluster.isWorker) return serveAsChild(config, logger)
      const { host, port, metricsPort, stop } = await start(config, logger, processes)
      // Before the addresses are printed, because whoever reads them may send a signal at once.
      const stopSignal = waitForStopSignal()
      if (processes === 1) process.on('SIGHUP', () => logger.info('SIGHUP has no effect without --processes'))
      const documentation = config.documentation ? ', documentation at /docs' : ''
      const text = `Listening on http://${host}:${port}${documentation}; health and metrics on port ${metricsPort}.`
      print({ json: { host, port, metricsPort }, text }, json)
      const signal = await stopSignal
      logger.info({ signal }, 'stopping')
      await stop()
      logger.info('stopped')
    })
}

async function start(config: Config, logger: Logger, processes: number) {
  if (processes > 1) return (await import('./serve-processes.ts')).serveProcesses(config, logger, processes)
  return (await import('../../main.ts')).startServer(config, logger)
}

/** One of several processes. The parent prints the address, and decides when the process stops. */
async function serveAsChild(config: Config, logger: Logger): Promise<void> {
  const { startServer } = await import('../../main.ts')
  const { host, port, stop } = await startServer(config, logger, { isChild: true })
  const notifyParent = (message: ChildMessage) => process.send?.(message)
  notifyParent({ listening: { host, port } })
  const mode = await new Promise<'stop' | 'replace'>((resolve) => {
    process.on('message', (message: unknown) => {
      if (message === 'stop' || message === 'replace') resolve(message)
    })
    process.once('SIGTERM', () => resolve('replace'))
    // A terminal sends SIGINT to all processes; the parent handles it.
    process.on('SIGINT', () => undefined)
  })
  notifyParent({ stopping: true })
  await stop(mode)
  process.disconnect?.()
}

function parseProcesses(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number from 1 to 99.')
}

/** The first signal stops the server in order. A second one ends the process at once. */
async function waitForStopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}
