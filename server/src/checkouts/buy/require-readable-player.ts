import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { ProfileRules } from '../../game-servers/profiles/profile.ts'
import { ALL_RULES, rulesOf } from '../../game-servers/profiles/profile-rules.ts'
import type { StoreId } from '../../ids.ts'
import type { CheckoutLine } from '../checkout.ts'

/** Refuses an id that the client of one of the servers cannot read. It would deliver to no one, or to someone else. */
export async function requireReadablePlayer(
  tx: Tx,
  { storeId, gameUserId, lines }: { storeId: StoreId; gameUserId: string; lines: Pick<CheckoutLine, 'server_ids'>[] },
): Promise<void> {
  const serverIds = lines.flatMap((line) => line.server_ids)
  const canRead = ({ playerIds }: ProfileRules) => playerIds === undefined || playerIds.test(gameUserId)
  if (ALL_RULES.every(canRead) || serverIds.length === 0) return
  const servers = await tx
    .selectFrom('game_servers')
    .select(['name', 'profile'])
    .where('store_id', '=', storeId)
    .where('id', 'in', serverIds)
    .orderBy('id')
    .execute()
  const server = servers.find(({ profile }) => !canRead(rulesOf(profile)))
  if (!server) return
  throw new AppError(
    'invalid_request',
    `The server "${server.name}" finds players by number (profile ${server.profile}), and "${gameUserId}" is not a number that it can read. ` +
      'Ask the player for the number that the game shows them, without leading zeros.',
  )
}
