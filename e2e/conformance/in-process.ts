import type { Client, ClientEnvironment } from '../../conformance/src/clients/client.ts'
import type { DeliveryJournal } from '../emulators/document-script.ts'
import type { GameClient } from '../emulators/game-client.ts'
import type { Transport } from '../emulators/store-connection.ts'
import type { EmulatedSettings } from './emulated-clients.ts'
import { createObservedGame, runClient } from './run-client.ts'

/** Runs a client inside this process. After a kill it never gets another response, so it cannot act any more. */
export function runInProcess(create: (settings: EmulatedSettings) => GameClient) {
  return (intervalMs: number) =>
    (environment: ClientEnvironment): Client => {
      const journal: DeliveryJournal = new Map()
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

      function run(line: string): void {
        if (environment.game.run(line) === 'kill') throw new Error('killed while a command ran')
      }
    }
}

function createKillableTransport(isKilled: () => boolean): Transport {
  const never = new Promise<never>(() => {})
  return async (url, request) => {
    if (isKilled()) return never
    const finish = await fetch(url, request).then(
      (response) => () => response,
      (error: unknown) => () => {
        throw error
      },
    )
    return isKilled() ? never : finish()
  }
}
