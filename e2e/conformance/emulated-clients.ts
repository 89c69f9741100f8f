import type { DeliveryJournal } from '../emulators/document-script.ts'
import { createFivemCurrentClient } from '../emulators/fivem-current-client.ts'
import { createFivemOldClient } from '../emulators/fivem-old-client.ts'
import type { ClientSettings, GameClient } from '../emulators/game-client.ts'
import { createIdempotentClient } from '../emulators/idempotent-client.ts'
import { createMtaClient } from '../emulators/mta-client.ts'
import { createStrictClient } from '../emulators/strict-client.ts'

export type EmulatedSettings = ClientSettings & {
  /** The journal on disk. Only the idempotent client uses it. */
  journal: DeliveryJournal
}

export type EmulatedName = keyof typeof EMULATED

/** They wait for offline players, as every real game does, although interface 1.0 does not mention it. */
export const EMULATED = {
  strict: (settings) => createStrictClient({ ...settings, onlineOnly: true }),
  idempotent: (settings) => createIdempotentClient({ ...settings, onlineOnly: true }),
  'old-fivem': createFivemOldClient,
  'current-fivem': createFivemCurrentClient,
  mta: createMtaClient,
} as const satisfies Record<string, (settings: EmulatedSettings) => GameClient>
