import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { print } from './print.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the store: the interface for game servers, and the jobs behind it')
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
  TRUST_PROXY    addresses of proxies in front, comma-separated (none)
  PUBLIC_URL     where players and payment providers reach this server (http://HOST:PORT)
  SECRET_KEYS    what secrets are sealed with: k2:<32 bytes in base64>,k1:<…>, the newest first (none)
  WEBHOOK_ALLOW  address ranges that webhooks may go to besides the public internet, like 10.0.0.0/8 (none)
  STRIPE_URL, MERCADOPAGO_URL, PAYPAL_URL
                 other addresses of the providers, for a stand-in (their own)

Example:
  HOST=0.0.0.0 PORT=8080 npx quartermaster serve`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig()
      // The server is loaded by the one command that runs it; the others answer sooner.
      const [{ startServer }, { destination, pino }] = await Promise.all([import('../main.ts'), import('pino')])
      // Logs go to standard error, so that standard output holds nothing but the announcement.
      const logger = pino({ level: config.logLevel, base: null }, destination({ fd: 2, sync: false }))
      const { host, port, metricsPort, stop } = await startServer(config, logger)
      print(
        json,
        { host, port, metricsPort },
        () => `Listening on http://${host}:${port}, documentation at /docs; health and metrics on port ${metricsPort}.`,
      )
      const signal = await stopSignal()
      logger.info({ signal }, 'stopping')
      await stop()
      logger.info('stopped')
    })
}

/** Clean on the first signal; a second one ends the process at once. */
async function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}
