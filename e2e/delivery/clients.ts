import type { Profile } from '../../server/src/game-servers/profiles/profile.ts'
import { createIdempotentClient, createStrictClient } from '../emulators/document-client.ts'
import type { DeliveryType } from '../emulators/emulated-game.ts'
import { createFivemCurrentClient, createFivemOldClient } from '../emulators/fivem-client.ts'
import type { ClientSettings, GameClient } from '../emulators/game-client.ts'
import { createMtaClient } from '../emulators/mta-client.ts'
import { createOutcomesClient } from '../emulators/outcomes-client.ts'

export type Client = {
  name: string
  profile: Profile
  /** The fields of the response to a poll. Default: only `checkouts`. */
  fields?: readonly string[]
  create: (settings: ClientSettings) => GameClient
  /** It sends the online players and gets no deliveries for others. */
  sendsPlayers?: true
  /** It finds players by number, so nothing is sold to other ids. */
  hasNumericPlayers?: true
  /** It also runs deliveries of players who are offline. */
  servesOfflinePlayers?: true
  /** The types that it supports. Other deliveries stay in the queue for the owner. */
  deliveryTypes: readonly DeliveryType[]
  /** How often a delivery runs if its first report is lost. */
  runsWhenReportLost: 1 | 2
  /** How often a delivery runs if the process crashes before the report. */
  runsWhenCrashed: 1 | 2
}

const ALL = ['APPROVE', 'REFUND', 'EXPIRE'] as const

const RUNS_ONCE = { profile: 'standard', deliveryTypes: ALL, runsWhenReportLost: 1, runsWhenCrashed: 1 } as const
const STRICT = { ...RUNS_ONCE, create: createStrictClient, runsWhenCrashed: 2 } as const
const FIVEM = {
  profile: 'fivem',
  hasNumericPlayers: true,
  deliveryTypes: ALL,
  runsWhenReportLost: 2,
  runsWhenCrashed: 2,
} as const

/** Each client with its profile and its promises. */
export const CLIENTS: readonly Client[] = [
  { ...STRICT, name: 'strict' },
  { ...RUNS_ONCE, name: 'idempotent', create: createIdempotentClient },
  { ...RUNS_ONCE, name: '2.0', create: createOutcomesClient, fields: ['commands', 'more'], sendsPlayers: true },
  { ...FIVEM, name: 'old FiveM', create: createFivemOldClient, servesOfflinePlayers: true },
  { ...FIVEM, name: 'current FiveM', create: createFivemCurrentClient },
  { ...FIVEM, name: 'MTA', profile: 'mta', create: createMtaClient, deliveryTypes: ['APPROVE'] },
]
