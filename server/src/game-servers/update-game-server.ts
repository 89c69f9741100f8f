import { sql } from 'kysely'
import { readRange } from '../address-ranges.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, StoreId } from '../ids.ts'
import { requireVersion } from '../require-version.ts'
import { requireText } from '../text.ts'
import type { Profile } from './profiles/profile.ts'

const MAX_RANGES = 50
const FIELD = { field: 'body/allowedAddresses' }

type GameServerChanges = {
  storeId: StoreId
  serverId: GameServerId
  /** A field that is absent does not change. */
  name?: string
  game?: string | null
  profile?: Profile
  /** Addresses and ranges that its keys work from; if empty, everywhere. Takes effect within a minute. */
  allowedAddresses?: string[]
  expectVersion?: number
}

export async function updateGameServer(
  tx: Tx,
  { storeId, serverId, name, game, profile, allowedAddresses, expectVersion }: GameServerChanges,
): Promise<{ version: number }> {
  const fields = {
    ...(name !== undefined && { name: requireText('The name of the server', name, { max: 100 }) }),
    ...(game !== undefined && { game: game === null ? null : requireText('The game', game, { max: 100 }) }),
    ...(profile !== undefined && { profile }),
    ...(allowedAddresses !== undefined && { bound_to: rangesOf(allowedAddresses) }),
  }
  const { rows } = await sql<{ version: number }>`
    select version from game_servers where store_id = ${storeId} and id = ${serverId} for no key update`.execute(tx)
  requireVersion(rows[0], { what: 'game server', expectVersion })
  return tx
    .updateTable('game_servers')
    .set({ ...fields, version: sql<number>`version + 1` })
    .where('store_id', '=', storeId)
    .where('id', '=', serverId)
    .returning('version')
    .executeTakeFirstOrThrow()
}

function rangesOf(addresses: string[]): string[] {
  if (addresses.length > MAX_RANGES) {
    throw new AppError('invalid_request', `A server can be bound to at most ${MAX_RANGES} address ranges`, FIELD)
  }
  const ranges = addresses.map((text) => {
    const range = readRange(text)
    if (range !== undefined) return range
    throw new AppError(
      'invalid_request',
      `"${text}" is not an address range. Use an address such as 203.0.113.7, or a range such as 10.0.0.0/8 or 2001:db8::/32.`,
      FIELD,
    )
  })
  return [...new Set(ranges)]
}
