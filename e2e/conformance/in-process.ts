import type { Client, Place } from '../../conformance/src/clients/client.ts'
import type { DeliveryJournal } from '../emulators/document-script.ts'
import type { GameClient } from '../emulators/game-client.ts'
import type { Transport } from '../emulators/store-connection.ts'
import type { EmulatedSettings } from './emulated-clients.ts'
import { gameWith, live } from './run-client.ts'

/** A client inside this process. A killed one never gets another answer, so whatever it was about to do stays undone. */
export function inProcess(create: (settings: EmulatedSettings) => GameClient) {
  return (intervalMs: number) =>
    (place: Place): Client => {
      const journal: DeliveryJournal = new Map()
      let end: string | undefined
      let kill = () => {}

      return {
        isByHand: false,
        async start() {
          let isDead = false
          kill = () => void (isDead = true)
          const game = gameWith({ run, online: place.game.online })
          const client = create({
            baseUrl: place.url,
            key: place.key,
            game,
            journal,
            transport: whileAlive(() => isDead),
          })
          live(client, { intervalMs, isOver: () => isDead }).catch((error: unknown) => {
            if (!isDead) end = String(error)
          })
        },
        kill: async () => kill(),
        stop: async () => kill(),
        ended: () => end,
        output: () => undefined,
      }

      function run(line: string): void {
        if (place.game.run(line) === 'die') throw new Error('died while a command ran')
      }
    }
}

function whileAlive(isDead: () => boolean): Transport {
  const never = new Promise<never>(() => {})
  return async (url, request) => {
    if (isDead()) return never
    const settle = await fetch(url, request).then(
      (response) => () => response,
      (error: unknown) => () => {
        throw error
      },
    )
    return isDead() ? never : settle()
  }
}
