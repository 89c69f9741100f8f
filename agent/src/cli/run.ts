import { createDeliveryClient } from '@quartermaster/sdk'
import { readConfig } from '../config.ts'
import { ConfigError } from '../config-file.ts'
import type { ConsoleConfig } from '../console-config.ts'
import { runAgent } from '../delivery/run-agent.ts'
import { openJournal } from '../journal/journal.ts'
import { createLog } from '../log.ts'
import type { Options } from './options.ts'

/** Between deliveries there may be no timer and no socket, and Node would exit. */
const KEEP_ALIVE_MS = 60_000

export async function run(options: Options): Promise<number> {
  const config = readConfig(options.config)
  const format = options['log-format'] ?? config.logFormat
  if (format !== 'text' && format !== 'json') throw new ConfigError(config.file, ['--log-format must be text or json'])
  const log = createLog(format, (line) => process.stdout.write(line))
  const journal = await openJournal(config.journal)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log('stopping', 'Stopping. Waiting for the console command that is running.')
      stopping.abort()
    })
  }
  const keepAlive = setInterval(() => undefined, KEEP_ALIVE_MS)
  for (const warning of config.warnings) log('warning', warning)
  log('started', `Started. Store: ${config.url}, console: ${config.console.dialect} at ${config.console.address}.`)
  try {
    await runAgent({
      client: createDeliveryClient({ url: config.url, key: config.key, retries: 0 }),
      openConsole: config.onlineSeconds === 0 ? openWithoutOnline(config.console) : config.console.open,
      journal,
      game: config.game ?? config.console.game,
      failures: [...config.console.failures, ...config.failures],
      serverPort: config.serverPort,
      onlineIntervalMs: config.onlineSeconds * 1_000,
      log,
      signal: stopping.signal,
    })
    log('stopped', 'Stopped.')
    return 0
  } finally {
    clearInterval(keepAlive)
    await journal.close()
  }
}

/** For servers whose list of players is not usable. */
function openWithoutOnline({ open }: ConsoleConfig): ConsoleConfig['open'] {
  return async (signal) => {
    const { run: runCommand, closed, close } = await open(signal)
    return { run: runCommand, closed, close }
  }
}
