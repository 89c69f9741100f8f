import type { Client, ClientEnvironment } from '../../conformance/src/clients/client.ts'
import type { ClientSettings, GameClient } from '../emulators/game-client.ts'
import type { OutcomesSettings } from '../emulators/outcomes-client.ts'
import type { Transport } from '../emulators/store-connection.ts'
import { createObservedGame, isValidName, runClient } from './run-client.ts'

type InProcessSettings = ClientSettings & {
  /** Survives restarts of the client, which decides what it stores. */
  journal: Map<string, never>
  console: NonNullable<OutcomesSettings['console']>
}

/** Runs a client inside this process. After a kill it never gets another response, so it cannot act any more. */
export function runInProcess(create: (settings: InProcessSettings) => GameClient) {
  return (intervalMs: number) =>
    (environment: ClientEnvironment): Client => {
      const journal = new Map<string, never>()
      let exitReason: string | undefined
      let kill = () => {}

      return {
        isManual: false,
        async start() {
          let isKilled = false
          kill = () => void (isKilled = true)
          const client = create({
            baseUrl: environment.url,
            key: environment.key,
            game: createObservedGame({ run, online: environment.game.online }),
            console: { run, acceptsId: isValidName },
            journal,
            transport: createKillableTransport(() => isKilled),
          })
          runClient(client, { intervalMs, isStopped: () => isKilled }).catch((error: unknown) => {
            if (!isKilled) exitReason = String(error)
          })
        },
        kill: async () => kill(),
        stop: async () => kill(),
        exitReason: () => exitReason,
        output: () => undefined,
      }

      function run(line: string): 'ok' | 'refuse' | 'disconnect' {
        const response = environment.game.run(line)
        if (response === 'kill') throw new Error('killed while a command ran')
        return response
      }
    }
}

function createKillableTransport(isKilled: () => boolean): Transport {
  const never = new Promise<never>(() => {})
  return async (url, request) => {
    if (isKilled()) return never
    const response = fetch(url, request)
    await response.catch(() => undefined)
    return isKilled() ? never : response
  }
}
