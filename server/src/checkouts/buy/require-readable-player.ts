import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { PROFILE_RULES } from '../../game-servers/profiles/profile-rules.ts'
import type { StoreId } from '../../ids.ts'
import type { CheckoutLine } from '../checkout.ts'

/** Refuses an id that the client of one of the servers cannot read. It would deliver to nobody, or to somebody else. */
export async function requireReadablePlayer(
  tx: Tx,
  { storeId, gameUserId, lines }: { storeId: StoreId; gameUserId: string; lines: CheckoutLine[] },
): Promise<void> {
  const serverIds = lines.flatMap((line) => line.server_ids)
  if (/^[1-9]\d{0,14}$/.test(gameUserId) || serverIds.length === 0) return
  const servers = await tx
    .selectFrom('game_servers')
    .select(['name', 'profile'])
    .where('store_id', '=', storeId)
    .where('id', 'in', serverIds)
    .orderBy('id')
    .execute()
  const server = servers.find(({ profile }) => PROFILE_RULES[profile].playerIds?.test(gameUserId) === false)
  if (!server) return
  throw new AppError(
    'invalid_request',
    `The server "${server.name}" finds players by number (profile ${server.profile}), and "${gameUserId}" is not a number that it can read. ` +
      'Ask the player for the number that the game shows them, without leading zeros.',
  )
}
