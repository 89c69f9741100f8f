import { createDeliveryClient } from '@quartermaster/sdk'
import { ConfigError, readConfig } from '../config.ts'
import type { ConsoleConfig } from '../console-config.ts'
import { runAgent } from '../delivery/run-agent.ts'
import { openJournal } from '../journal/journal.ts'
import { createLog } from '../log.ts'
import type { Options } from './options.ts'

/** While nothing is under way, no timer or socket may be left, and Node would take that for the end. */
const ALIVE_MS = 60_000

export async function run(options: Options): Promise<number> {
  const config = readConfig(options.config)
  const format = options['log-format'] ?? config.logFormat
  if (format !== 'text' && format !== 'json') throw new ConfigError(config.file, ['--log-format is text or json'])
  const log = createLog(format, (line) => process.stdout.write(line))
  const journal = await openJournal(config.journal)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log('stopping', 'Stopping. What has been sent to the game is waited for.')
      stopping.abort()
    })
  }
  const alive = setInterval(() => undefined, ALIVE_MS)
  for (const warning of config.warnings) log('warning', warning)
  log('started', `The agent serves ${config.url} and the ${config.console.dialect} console at ${config.console.place}.`)
  try {
    await runAgent({
      client: createDeliveryClient({ url: config.url, key: config.key, retries: 0 }),
      openConsole: config.onlineSeconds === 0 ? openBlind(config.console) : config.console.open,
      journal,
      game: config.game ?? config.console.game,
      failures: [...config.console.failures, ...config.failures],
      serverPort: config.serverPort,
      onlineEveryMs: config.onlineSeconds * 1_000,
      log,
      signal: stopping.signal,
    })
    log('stopped', 'Stopped.')
    return 0
  } finally {
    clearInterval(alive)
    await journal.close()
  }
}

/** For servers whose list of players is of no use. */
function openBlind({ open }: ConsoleConfig): ConsoleConfig['open'] {
  return async (signal) => {
    const { run: send, closed, close } = await open(signal)
    return { run: send, closed, close }
  }
}
