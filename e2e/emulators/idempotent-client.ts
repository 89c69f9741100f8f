import { createDocumentScript, type DeliveryJournal, type DocumentSettings } from './document-script.ts'
import { createGameClient, type GameClient } from './game-client.ts'

type IdempotentSettings = DocumentSettings & {
  /** Stands for a file on disk: hand the same one to a second client and it carries on. */
  journal?: DeliveryJournal
}

/** Keeps a journal over restarts: whatever is lost, and whenever it crashes, no element runs twice. */
export function createIdempotentClient({ journal = new Map(), ...settings }: IdempotentSettings): GameClient {
  return createGameClient((fault) => createDocumentScript(settings, { journal, keepsReported: true }, fault))
}
