import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { findBasket } from '../baskets/basket.ts'
import { readRecipient, setPlayer } from '../baskets/set-player.ts'
import { endPlayerSession, openPlayerSession } from './player-session.ts'
import type { IdentityName } from './provider.ts'
import type { ProvenPlayer } from './sign-in-provider.ts'

type Visitor = { storeId: StoreId; basketToken: string | undefined }

/** After a player has proved who they are: their basket names them, and still who gets it as a gift. A session shows what they own. */
export async function signInPlayer(
  tx: Tx,
  { storeId, basketToken, provider, ...proven }: Visitor & ProvenPlayer & { provider: IdentityName },
): Promise<{ basketToken: string; sessionToken: string }> {
  const player = { ...proven, provider, proof: 'proven', avatar: null } as const
  const recipient = await readRecipient(tx, { storeId, token: basketToken })
  const { token } = await setPlayer(tx, { storeId, token: basketToken, player, recipient })
  return { basketToken: token, sessionToken: await openPlayerSession(tx, { storeId, player }) }
}

/** The basket stays, without a player. */
export async function signOutPlayer(
  tx: Tx,
  { storeId, basketToken, sessionToken }: Visitor & { sessionToken: string | undefined },
): Promise<void> {
  await endPlayerSession(tx, { storeId, token: sessionToken })
  const basket = await findBasket(tx, { storeId, token: basketToken })
  if (basket?.proof !== 'proven') return
  await sql`
    update baskets set game_user_id = null, identity = 'name', proof = 'typed', player_label = null, recipient = null
    where store_id = ${storeId} and id = ${basket.id}`.execute(tx)
}
