import { createFivemScript, type FivemDialect } from './fivem-script.ts'
import { type ClientSettings, createGameClient, type GameClient } from './game-client.ts'

const EXACTLY_200: FivemDialect = {
  initSucceeds: (status) => status === 200,
  callSucceeds: (status) => status === 200,
}

/** The FiveM resource in its old form: a 201 or a 204 is a failure to it. */
export function createFivemOldClient(settings: ClientSettings): GameClient {
  return createGameClient((fault) => createFivemScript(settings, EXACTLY_200, fault))
}
