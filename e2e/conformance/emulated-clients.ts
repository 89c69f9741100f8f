import {
  createIdempotentClient,
  createStrictClient,
  type DeliveryJournal,
  type DocumentSettings,
  type Flaw,
} from '../emulators/document-client.ts'
import { createFivemCurrentClient, createFivemOldClient } from '../emulators/fivem-client.ts'
import type { GameClient } from '../emulators/game-client.ts'
import { createMtaClient } from '../emulators/mta-client.ts'

/** The journal is on disk. Only the idempotent client uses it. */
export type EmulatedSettings = DocumentSettings & { journal: DeliveryJournal }

export type EmulatedName = keyof typeof EMULATED

/** They wait for offline players, as every real game does, although interface 1.0 does not mention it. */
export const EMULATED = {
  strict: (settings) => createStrictClient({ ...settings, onlineOnly: true }),
  idempotent: (settings) => createIdempotentClient({ ...settings, onlineOnly: true }),
  'old-fivem': createFivemOldClient,
  'current-fivem': createFivemCurrentClient,
  mta: createMtaClient,
} as const satisfies Record<string, (settings: EmulatedSettings) => GameClient>

/** The idempotent client with one flaw. */
export function createFlawedClient(settings: EmulatedSettings, flaw: Flaw): GameClient {
  return createIdempotentClient({ ...settings, onlineOnly: true }, [flaw])
}
