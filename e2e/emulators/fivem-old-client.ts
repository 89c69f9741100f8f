import { createFivemScript, type FivemDialect } from './fivem-script.ts'
import { type ClientSettings, createGameClient, type GameClient } from './game-client.ts'

const EXACTLY_200: FivemDialect = {
  initSucceeds: (status) => status === 200,
  callSucceeds: (status) => status === 200,
}

/** The old FiveM resource. For it, 201 and 204 are failures. */
export function createFivemOldClient(settings: ClientSettings): GameClient {
  return createGameClient((fault) => createFivemScript(settings, EXACTLY_200, fault))
}
