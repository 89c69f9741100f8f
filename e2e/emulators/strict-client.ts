import { createDocumentScript, type DocumentSettings } from './document-script.ts'
import { createGameClient, type GameClient } from './game-client.ts'

/**
 * Does what the interface document says and nothing more.
 *
 * A lost report is sent again and never leads to a second run, but that memory
 * dies with the process: a crash between run and report runs the element twice.
 * It forgets what was confirmed, so a store that offers it again is caught out.
 */
export function createStrictClient(settings: DocumentSettings): GameClient {
  return createGameClient((fault) =>
    createDocumentScript(settings, { journal: new Map(), keepsReported: false }, fault),
  )
}
