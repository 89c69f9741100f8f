import type { Profile } from '../../server/src/game-servers/game-server.ts'
import type { DeliveryType } from '../emulators/emulated-game.ts'
import { createFivemCurrentClient } from '../emulators/fivem-current-client.ts'
import { createFivemOldClient } from '../emulators/fivem-old-client.ts'
import type { ClientSettings, GameClient } from '../emulators/game-client.ts'
import { createIdempotentClient } from '../emulators/idempotent-client.ts'
import { createMtaClient } from '../emulators/mta-client.ts'
import { createOutcomesClient } from '../emulators/outcomes-client.ts'
import { createStrictClient } from '../emulators/strict-client.ts'

export type Client = {
  name: string
  profile: Profile
  /** Of the answer to a poll; left out: `checkouts` and nothing else. */
  fields?: readonly string[]
  create: (settings: ClientSettings) => GameClient
  /** It names who is there, and is offered nothing for others. */
  namesPlayers?: true
  /** What it acts on; the rest of its queue waits for the owner. */
  acts: readonly DeliveryType[]
  /** Runs of an element whose first report never reached the store. */
  runsWhenReportLost: 1 | 2
  /** Runs of an element after which the process died, before it was reported. */
  runsWhenCrashed: 1 | 2
}

const ALL = ['APPROVE', 'REFUND', 'EXPIRE'] as const

/** They wait for their players, as every real game does; the document itself says nothing of that. */
const createStrict = (settings: ClientSettings) => createStrictClient({ ...settings, onlineOnly: true })
const createIdempotent = (settings: ClientSettings) => createIdempotentClient({ ...settings, onlineOnly: true })

const STRICT = {
  create: createStrict,

  acts: ALL,
  runsWhenReportLost: 1,
  runsWhenCrashed: 2,
} as const
const FIVEM = {
  profile: 'fivem',

  acts: ALL,
  runsWhenReportLost: 2,
  runsWhenCrashed: 2,
} as const

/** Each client on the profile that suits it, with what it can and cannot promise. */
export const CLIENTS: readonly Client[] = [
  { name: 'strict', profile: 'standard', ...STRICT },
  {
    name: 'idempotent',
    profile: 'standard',
    create: createIdempotent,
    acts: ALL,
    runsWhenReportLost: 1,
    runsWhenCrashed: 1,
  },
  {
    name: '2.0',
    profile: 'standard',
    fields: ['commands', 'more'],
    namesPlayers: true,
    create: createOutcomesClient,
    acts: ALL,
    runsWhenReportLost: 1,
    runsWhenCrashed: 1,
  },
  { name: 'old FiveM', create: createFivemOldClient, ...FIVEM },
  { name: 'current FiveM', create: createFivemCurrentClient, ...FIVEM },
  {
    name: 'MTA',
    profile: 'mta',
    create: createMtaClient,
    acts: ['APPROVE'],
    runsWhenReportLost: 2,
    runsWhenCrashed: 2,
  },
]

/** The document's own client on a server that was set up for another one. */
export const STRICT_ON_FIVEM: Client = { name: 'strict on the fivem profile', profile: 'fivem', ...STRICT }
