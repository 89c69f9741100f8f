import { createFivemScript, type FivemDialect } from './fivem-script.ts'
import { type ClientSettings, createGameClient, type GameClient } from './game-client.ts'

/** Only the upper end is looked at, so no answer at all (status 0) passes for a success. */
const UP_TO_300: FivemDialect = {
  initSucceeds: (status) => status < 300,
  callSucceeds: (status) => status <= 300,
}

/** The current FiveM resource. */
export function createFivemCurrentClient(settings: ClientSettings): GameClient {
  return createGameClient((fault) => createFivemScript(settings, UP_TO_300, fault))
}
