import { sql } from 'kysely'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import type { Tx } from '../../db/database.ts'
import {
  type BasketId,
  type CheckoutId,
  type DiscountCodeId,
  type GameServerId,
  type GiftCardId,
  newId,
  type StoreId,
} from '../../ids.ts'
import type { IdentityName, Proof } from '../identity/provider.ts'
import type { HeldUse } from '../../promotions/codes/use-code.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../../secret-token.ts'

/** The token of a basket is the only way to it. It is in a cookie, or in the memory of a custom storefront. */
const PREFIX = 'qmb_'
const LIFETIME_DAYS = 7

export type Basket = {
  id: BasketId
  /** The player who buys. */
  gameUserId: string | null
  /** How the player who buys said or proved who they are. */
  identity: IdentityName
  proof: Proof
  playerLabel: string | null
  playerAvatar: string | null
  /** The player who gets it as a gift. */
  recipient: string | null
  recipientAvatar: string | null
  serverId: GameServerId | null
  email: string | null
  /** The code that the buyer has typed. */
  code: string | null
  giftCardId: GiftCardId | null
  checkoutId: CheckoutId | null
  checkoutIntent: Buffer | null
  checkoutState: CheckoutState | null
  /** The use of a code that the open checkout of this basket holds. */
  heldUse: HeldUse | null
}

type BasketKey = { storeId: StoreId; token: string | undefined }

/** Undefined if there is no such basket, or if it has expired. */
export async function findBasket(tx: Tx, key: BasketKey): Promise<Basket | undefined> {
  return readBasketRow(tx, key, sql``)
}

/** Changes of one basket wait for each other, so that a form that is sent twice has one effect. */
export async function lockBasket(tx: Tx, key: BasketKey): Promise<Basket | undefined> {
  return readBasketRow(tx, key, sql`for no key update of b`)
}

async function readBasketRow(tx: Tx, { storeId, token }: BasketKey, lock = sql``): Promise<Basket | undefined> {
  if (token === undefined || !isSecretToken(PREFIX, token)) return undefined
  const { rows } = await sql<Omit<Basket, 'checkoutState' | 'heldUse'>>`
    select b.id, b.game_user_id as "gameUserId", b.identity, b.proof, b.player_label as "playerLabel",
      b.player_avatar as "playerAvatar", b.recipient, b.recipient_avatar as "recipientAvatar", b.server_id as "serverId", b.email, b.code,
      b.gift_card_id as "giftCardId",
      b.checkout_id as "checkoutId", b.checkout_intent as "checkoutIntent"
    from baskets b where b.store_id = ${storeId} and b.token_hash = ${hashSecretToken(token)} and b.expires_at > now() ${lock}`.execute(
    tx,
  )
  const [basket] = rows
  return basket && { ...basket, ...(await readCheckout(tx, storeId, basket.checkoutId)) }
}

async function readCheckout(
  tx: Tx,
  storeId: StoreId,
  checkoutId: CheckoutId | null,
): Promise<Pick<Basket, 'checkoutState' | 'heldUse'>> {
  if (checkoutId === null) return { checkoutState: null, heldUse: null }
  const { rows } = await sql<{ state: CheckoutState; codeId: DiscountCodeId | null; gameUserId: string }>`
    select state, code_id as "codeId", game_user_id as "gameUserId" from checkouts
    where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  const { state: checkoutState = null, codeId = null, gameUserId = '' } = rows[0] ?? {}
  return { checkoutState, heldUse: checkoutState === 'open' && codeId !== null ? { codeId, gameUserId } : null }
}

/** Its content was bought, so the next thing that is added begins a new basket. */
export function isBought({ checkoutState }: Basket): boolean {
  return checkoutState !== null && checkoutState !== 'open' && checkoutState !== 'abandoned'
}

/** The basket that can be changed, and its token. A basket that was bought is replaced by a new one of the same player. */
export async function openBasket(tx: Tx, key: BasketKey): Promise<{ basket: Basket; token: string }> {
  const found = await lockBasket(tx, key)
  if (found && key.token !== undefined && !isBought(found)) {
    await sql`
      update baskets set expires_at = now() + make_interval(days => ${LIFETIME_DAYS})
      where store_id = ${key.storeId} and id = ${found.id}`.execute(tx)
    return { basket: found, token: key.token }
  }
  const token = newSecretToken(PREFIX)
  const id = newId<BasketId>()
  const basket = { ...EMPTY, ...(found && keptOf(found)), id }
  const { gameUserId, identity, proof, playerLabel, playerAvatar, email } = basket
  await sql`
    insert into baskets (store_id, id, token_hash, game_user_id, identity, proof, player_label, player_avatar, email, expires_at)
    values (${key.storeId}, ${id}, ${hashSecretToken(token)}, ${gameUserId}, ${identity}, ${proof}, ${playerLabel},
      ${playerAvatar}, ${email}, now() + make_interval(days => ${LIFETIME_DAYS}))`.execute(tx)
  return { basket, token }
}

const EMPTY: Omit<Basket, 'id'> = {
  gameUserId: null,
  identity: 'name',
  proof: 'typed',
  playerLabel: null,
  playerAvatar: null,
  recipient: null,
  recipientAvatar: null,
  serverId: null,
  email: null,
  code: null,
  giftCardId: null,
  checkoutId: null,
  checkoutIntent: null,
  checkoutState: null,
  heldUse: null,
}

/** What the next basket of the same visitor begins with. */
function keptOf({ gameUserId, identity, proof, playerLabel, playerAvatar, email }: Basket): Partial<Basket> {
  return { gameUserId, identity, proof, playerLabel, playerAvatar, email }
}
