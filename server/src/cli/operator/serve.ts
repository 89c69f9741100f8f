import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { type Command, InvalidArgumentError } from 'commander'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../../config/config.ts'
import { addCommand } from '../add-command.ts'
import { migrate } from '../../setup/migrate.ts'
import { print } from '../print.ts'
import { explainMissingRights } from './migrate.ts'
import { describeSettings } from './describe-settings.ts'
import type { ChildMessage } from './serve-processes.ts'

const SIGNALS = `
Signals:
  SIGTERM        answer polls empty, accept the last reports for 1 to 5 s, finish the requests in progress, exit
  SIGHUP         with --processes: replace the processes one by one, without an interruption`

export function addServeCommand(program: Command): void {
  addCommand(program, 'serve', 'run the server: all interfaces and the background work', '', '--migrate --processes 4')
    .option('--processes <n>', 'number of processes that share the port', parseProcesses, 1)
    .option('--migrate', 'create or update the tables of the database first')
    .option('--json', 'print the addresses as JSON')
    .addHelpText('after', () => `\n${describeSettings()}\n${SIGNALS}`)
    .action(async ({ json, processes, migrate: first }: { json?: boolean; processes: number; migrate?: boolean }) => {
      const config = readConfig()
      // Waiting polls live just long enough to look permanent to the garbage collector. Collect more often than usual.
      setFlagsFromString('--heap-growing-percent=50')
      // Loaded here, because no other command needs the server.
      const { destination, pino } = await import('pino')
      // The log goes to standard error. Standard output has only the line with the addresses.
      const logger = pino({ level: config.logLevel, base: null }, destination({ fd: 2, sync: false }))
      if (cluster.isWorker) return serveAsChild(config, logger)
      if (first) {
        const { applied } = await migrate(config.databaseUrl).catch(explainMissingRights)
        logger.info({ applied }, 'the database is up to date')
      }
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
