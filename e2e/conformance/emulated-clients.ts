import {
  createIdempotentClient,
  createStrictClient,
  type DeliveryJournal,
  type DocumentSettings,
} from '../emulators/document-client.ts'
import { createFivemCurrentClient, createFivemOldClient } from '../emulators/fivem-client.ts'
import type { GameClient } from '../emulators/game-client.ts'
import { createMtaClient } from '../emulators/mta-client.ts'

/** The journal is on disk. Only the idempotent client uses it. */
export type EmulatedSettings = DocumentSettings & { journal: DeliveryJournal }

export const EMULATED = {
  strict: createStrictClient,
  idempotent: createIdempotentClient,
  'old-fivem': createFivemOldClient,
  'current-fivem': createFivemCurrentClient,
  mta: createMtaClient,
} as const satisfies Record<string, (settings: EmulatedSettings) => GameClient>
