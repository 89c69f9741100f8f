import { createDocumentScript, type DeliveryJournal, type DocumentSettings } from './document-script.ts'
import { createGameClient, type GameClient } from './game-client.ts'

type IdempotentSettings = DocumentSettings & {
  /** Like a file: a second client with the same journal continues. */
  journal?: DeliveryJournal
}

/** Keeps a journal across restarts, so that no delivery runs twice after lost reports and crashes. */
export function createIdempotentClient({ journal = new Map(), ...settings }: IdempotentSettings): GameClient {
  return createGameClient((fault) => createDocumentScript(settings, { journal, keepsReported: true }, fault))
}
