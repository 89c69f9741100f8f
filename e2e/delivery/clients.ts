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
  /** The fields of the response to a poll. Default: only `checkouts`. */
  fields?: readonly string[]
  create: (settings: ClientSettings) => GameClient
  /** It sends the online players and gets no deliveries for others. */
  sendsPlayers?: true
  /** The types that it supports. Other deliveries stay in the queue for the owner. */
  deliveryTypes: readonly DeliveryType[]
  /** How often a delivery runs if its first report is lost. */
  runsWhenReportLost: 1 | 2
  /** How often a delivery runs if the process crashes before the report. */
  runsWhenCrashed: 1 | 2
}

const ALL = ['APPROVE', 'REFUND', 'EXPIRE'] as const

/** They wait for offline players, as every real game does, although interface 1.0 does not mention it. */
const createStrict = (settings: ClientSettings) => createStrictClient({ ...settings, onlineOnly: true })
const createIdempotent = (settings: ClientSettings) => createIdempotentClient({ ...settings, onlineOnly: true })

const STRICT = {
  create: createStrict,
  deliveryTypes: ALL,
  runsWhenReportLost: 1,
  runsWhenCrashed: 2,
} as const
const FIVEM = {
  profile: 'fivem',
  deliveryTypes: ALL,
  runsWhenReportLost: 2,
  runsWhenCrashed: 2,
} as const

/** Each client with its profile and its promises. */
export const CLIENTS: readonly Client[] = [
  { name: 'strict', profile: 'standard', ...STRICT },
  {
    name: 'idempotent',
    profile: 'standard',
    create: createIdempotent,
    deliveryTypes: ALL,
    runsWhenReportLost: 1,
    runsWhenCrashed: 1,
  },
  {
    name: '2.0',
    profile: 'standard',
    fields: ['commands', 'more'],
    sendsPlayers: true,
    create: createOutcomesClient,
    deliveryTypes: ALL,
    runsWhenReportLost: 1,
    runsWhenCrashed: 1,
  },
  { name: 'old FiveM', create: createFivemOldClient, ...FIVEM },
  { name: 'current FiveM', create: createFivemCurrentClient, ...FIVEM },
  {
    name: 'MTA',
    profile: 'mta',
    create: createMtaClient,
    deliveryTypes: ['APPROVE'],
    runsWhenReportLost: 2,
    runsWhenCrashed: 2,
  },
]

/** A client of the standard profile on a server with the fivem profile. */
export const STRICT_ON_FIVEM: Client = { name: 'strict on the fivem profile', profile: 'fivem', ...STRICT }
