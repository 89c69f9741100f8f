import type { FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { findBasket } from '../../../storefront/baskets/basket.ts'
import type { BasketView } from '../../../storefront/baskets/read-basket.ts'
import { setPlayer } from '../../../storefront/baskets/set-player.ts'
import { typedProviderOf } from '../../../storefront/identity/chosen-providers.ts'
import { findTypedPlayer } from '../../../storefront/identity/find-typed-player.ts'
import { useCode } from '../../../storefront/identity/game-code.ts'
import type { Identity } from '../../../storefront/identity/provider.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'
import { type CheckoutParts, setBasketCookie } from '../checkout/form.ts'
import type { FilledBasket } from '../checkout/typed-basket.ts'
import { visitOf } from '../visit.ts'
import { acceptPlayer, toSignInFault } from './accept-player.ts'
import { readWho, type WhoFaults } from './who-view.ts'

type Visitor = { request: FastifyRequest; reply: FastifyReply; token: string | undefined }
/** `unsaved`: what was typed and is not saved, with the reason. Undefined if all of it is saved. */
type Saved = { token: string | undefined; unsaved?: WhoFaults }

/** Saves who plays and who gets a gift. A name that was not looked up yet is looked up. Either both names are saved or none. */
export async function saveWho(parts: CheckoutParts, visitor: Visitor, filled: FilledBasket): Promise<Saved> {
  const { token } = visitor
  const { storeId } = visitOf(visitor.request)
  const { basket, providers } = await readWho(parts, { storeId, token })
  const { name, recipient, isGift, isUnclear, pressed } = filled
  const typed: WhoFaults = {
    ...(name !== undefined && { name }),
    ...(recipient !== undefined && { recipient, isGift }),
  }
  const refuse = (fault: WhoFaults): Saved => ({ token, unsaved: { ...typed, ...fault } })
  if (isUnclear) return refuse({ recipientFault: { key: 'gift_unclear' } })
  if (isGift && !recipient) return refuse({ recipientFault: { key: 'name_missing' } })

  const wanted = { name, recipient: recipient === undefined ? basket.recipient : isGift ? recipient : null }
  const isLookUp = pressed === 'look_up'
  if (!isLookUp && isSaved(basket, wanted)) return { token }
  const provider = typedProviderOf(providers)
  if (!provider) return name === undefined && !isGift ? { token } : refuse({ fault: { key: 'sign_in_first' } })
  if (name === '') return refuse({ fault: { key: 'name_missing' } })
  const hasBasket =
    (await inStore(parts.payments.db, storeId, (tx) => findBasket(tx, { storeId, token }))) !== undefined
  // Without a basket, nobody makes us call other services, and the name is accepted unchecked.
  const countCall = () => {
    if (!hasBasket) throw new AppError('not_found', 'There is no basket yet.')
    parts.limits.lookUps({ storeId, address: visitor.request.identity.address })
  }
  const find = (text: string) => findTypedPlayer(parts.identity.names, { provider, name: text, countCall })
  const isSame = (text: string, saved: string | null) => !isLookUp && text === saved
  // Without a name, a player who is known already names the recipient of a gift.
  const player = name === undefined || isSame(name, basket.gameUserId) ? buyerOf(basket) : await find(name)
  if (!player) return refuse({ fault: { key: name === undefined ? 'name_missing' : 'unknown_player' } })
  const { recipient: gift } = wanted
  const isKept = gift !== null && isSame(gift, basket.recipient)
  const receiver =
    gift === null ? null : isKept ? { gameUserId: gift, avatar: basket.recipientAvatar } : await find(gift)
  if (receiver === undefined) return refuse({ recipientFault: { key: 'unknown_player' } })
  try {
    const players = { storeId, token, player, recipient: receiver }
    const changed = await inStore(parts.payments.db, storeId, (tx) => setPlayer(tx, players))
    setBasketCookie(visitor.reply, changed.token)
    return changed
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const refused = receiver && error.field !== 'body/name' ? receiver : player
    const fault = nameFault(error, refused.gameUserId)
    return refuse(refused === receiver ? { recipientFault: fault } : { fault })
  }
}

type Wanted = { name: string | undefined; recipient: string | null }

function isSaved({ gameUserId, recipient }: BasketView, wanted: Wanted): boolean {
  const saved = gameUserId ?? ''
  return (wanted.name ?? saved) === saved && wanted.recipient === recipient
}

function buyerOf({ gameUserId, identity, proof, playerLabel, playerAvatar }: BasketView): Identity | undefined {
  if (gameUserId === null) return undefined
  return { provider: identity, proof, gameUserId, label: playerLabel, avatar: playerAvatar }
}

function nameFault({ code, field }: AppError, player: string): FaultView {
  if (code === 'player_banned') return { key: 'player_banned', player }
  return { key: field === undefined ? 'name_invalid' : 'name_missing', player }
}

/** Uses a code from the game. Tries are limited, so that no one finds the code of another player. */
export async function saveGameCode(
  parts: CheckoutParts,
  { request, reply, token: basketToken }: Visitor,
  typed: string,
): Promise<{ token: string } | { fault: FaultView }> {
  const { storeId } = visitOf(request)
  let player = ''
  try {
    parts.limits.codes({ storeId, address: request.identity.address })
    const proven = await inStore(parts.payments.db, storeId, (tx) => useCode(tx, { storeId, typed }))
    player = proven.gameUserId
    const named = { provider: 'code', gameUserId: player, label: null } as const
    const token = await acceptPlayer(parts, { request, reply, basketToken }, named)
    return { token }
  } catch (error) {
    const fault = toSignInFault(error, player)
    return { fault: fault.key === 'sign_in_failed' ? { key: 'code_wrong' } : fault }
  }
}
