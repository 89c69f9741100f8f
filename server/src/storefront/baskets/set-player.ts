import { sql } from 'kysely'
import { requireNotBanned } from '../../bans/require-not-banned.ts'
import { requireReadablePlayer } from '../../checkouts/buy/require-readable-player.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { BasketId, GameServerId, StoreId } from '../../ids.ts'
import { requireLine } from '../../text.ts'
import type { FoundPlayer, Identity } from '../identity/provider.ts'
import { requireAcceptedIdentity } from '../identity/require-accepted-identity.ts'
import { findBasket, isBought, openBasket } from './basket.ts'

type NamedPlayers = {
  storeId: StoreId
  token: string | undefined
  /** The player who buys. */
  player: Identity
  /** The player who gets it as a gift. Null: the player who buys. */
  recipient: FoundPlayer | null
}

/**
 * Stores who buys and who gets it. Refuses banned players, names that a game server of the basket cannot read, and typed names
 * where players have to prove who they are.
 */
export async function setPlayer(
  tx: Tx,
  { storeId, token: known, player, recipient }: NamedPlayers,
): Promise<{ token: string }> {
  const buyer = readName(player.gameUserId, 'body/name')
  const named = recipient === null ? buyer : readName(recipient.gameUserId, 'body/recipient')
  const isGift = named !== buyer
  await requireAcceptedIdentity(tx, { storeId, player, isGift })
  const { basket, token } = await openBasket(tx, { storeId, token: known })
  const isProven = player.proof === 'proven'
  const { otherIds } = player
  await requireNotBanned(tx, { storeId, gameUserId: buyer, otherIds, isProven, field: 'body/name' })
  if (recipient !== null && isGift) {
    const { otherIds: ids } = recipient
    await requireNotBanned(tx, { storeId, gameUserId: named, otherIds: ids, isProven: false, field: 'body/recipient' })
  }
  const serverIds = await readServers(tx, { storeId, basketId: basket.id })
  await requireReadablePlayer(tx, { storeId, gameUserId: named, lines: [{ server_ids: serverIds }] })
  await sql`
    update baskets set game_user_id = ${buyer}, identity = ${player.provider}, proof = ${player.proof},
      player_label = ${player.label}, player_avatar = ${player.avatar}, recipient = ${isGift ? named : null},
      recipient_avatar = ${isGift ? (recipient?.avatar ?? null) : null}
    where store_id = ${storeId} and id = ${basket.id}`.execute(tx)
  return { token }
}

/** Who gets the basket as a gift. For a change of the buyer alone, which must not turn a gift into a purchase for the buyer. */
export async function readRecipient(
  tx: Tx,
  key: { storeId: StoreId; token: string | undefined },
): Promise<FoundPlayer | null> {
  const basket = await findBasket(tx, key)
  if (!basket || isBought(basket) || basket.recipient === null) return null
  return { gameUserId: basket.recipient, avatar: basket.recipientAvatar }
}

function readName(text: string, field: string): string {
  const name = text.trim()
  if (name === '') throw new AppError('invalid_request', 'Enter the name of the player.', { field })
  return requireLine('The name of the player', name, { max: 255 })
}

/** The servers that are known before the buyer has chosen one. */
async function readServers(
  tx: Tx,
  { storeId, basketId }: { storeId: StoreId; basketId: BasketId },
): Promise<GameServerId[]> {
  const { rows } = await sql<{ id: GameServerId }>`
    select distinct g.id from basket_lines l
    join products p on p.store_id = l.store_id and p.id = l.product_id
    join stores s on s.id = l.store_id
    join game_servers g on g.store_id = l.store_id and (
      p.delivers_to = 'named' and g.id in (
        select d.server_id from product_servers d where d.store_id = p.store_id and d.product_id = p.id)
      or p.delivers_to = 'default' and g.id = s.default_server_id)
    where l.store_id = ${storeId} and l.basket_id = ${basketId}`.execute(tx)
  return rows.map(({ id }) => id)
}
