import { createDocumentScript, type DocumentSettings } from './document-script.ts'
import { createGameClient, type GameClient } from './game-client.ts'

/**
 * Does what interface 1.0 describes and nothing more. A lost report is sent again and causes no second run, but a crash
 * between run and report does. It runs a delivery again that the store dispatches again after the report.
 */
export function createStrictClient(settings: DocumentSettings): GameClient {
  return createGameClient((fault) =>
    createDocumentScript(settings, { journal: new Map(), keepsReported: false }, fault),
  )
}
