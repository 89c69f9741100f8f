import { Basket, CodeBody, PlayerBody } from '@quartermaster/contract/storefront/orders'
import { LanguageQuery } from '@quartermaster/contract/storefront/shop'
import type { FastifyRequest } from 'fastify'
import { inStore, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { StoreId } from '../../../ids.ts'
import { readRecipient, setPlayer } from '../../../storefront/baskets/set-player.ts'
import { readChosenProviders, typedProviderOf } from '../../../storefront/identity/chosen-providers.ts'
import { findTypedPlayer } from '../../../storefront/identity/find-typed-player.ts'
import { useCode } from '../../../storefront/identity/game-code.ts'
import type { Identity } from '../../../storefront/identity/provider.ts'
import { visitOf } from '../visit.ts'
import type { BasketChanges, BasketParts } from './change-basket.ts'
import type { StorefrontApi } from './route.ts'

const OF_BASKET = { query: LanguageQuery, response: Basket, isForBuyer: true } as const

/** Who buys: by a typed name, or proved by a code from the game. */
export function playerRoutes(
  { route }: StorefrontApi,
  { changeBasket, requireBasket, show }: BasketChanges,
  { payments, identity, limits }: BasketParts,
): void {
  /** The service of the game may know the name. A store that needs proof refuses it when it is stored. */
  async function find(request: FastifyRequest, name: string, field: string): Promise<Identity> {
    const { storeId } = visitOf(request)
    const countCall = () => limits.lookUps({ storeId, address: request.identity.address })
    const providers = await inStore(payments.db, storeId, (tx) => readChosenProviders(tx, storeId))
    const provider = typedProviderOf(providers) ?? 'name'
    const player = await findTypedPlayer(identity.names, { provider, name: name.trim(), countCall })
    if (!player) throw new AppError('invalid_request', 'No player has this name. Check the spelling.', { field })
    return player
  }

  route(
    {
      ...OF_BASKET,
      method: 'PUT',
      url: '/basket/player',
      operationId: 'setPlayer',
      summary: 'Name the player who buys, and who gets it as a gift',
      description: 'Without `recipient`, who gets it stays as it was. With `null`, it is no gift.',
      body: PlayerBody,
    },
    async ({ request, visit: { storeId }, visit, body: { player: name, recipient: receiver } }) => {
      const token = await requireBasket(request, visit)
      const player = await find(request, name, 'body/player')
      const named = receiver ? await find(request, receiver, 'body/recipient') : null
      return show(visit, async (tx) => {
        const recipient = receiver === undefined ? await readRecipient(tx, { storeId, token }) : named
        return setPlayer(tx, { storeId, token, player, recipient })
      })
    },
  )
  route(
    {
      ...OF_BASKET,
      method: 'POST',
      url: '/basket/player/code',
      operationId: 'useCode',
      summary: 'Prove who buys by a code from the game',
      description:
        'The player types `/link` in the game to get the code. It works once, for 10 minutes. The recipient of a gift stays.',
      body: CodeBody,
    },
    async ({ request, visit: { storeId }, visit, body: { code } }) => {
      limits.codes({ storeId, address: request.identity.address })
      return changeBasket(request, visit, async (tx, token) => {
        const { gameUserId } = await readCode(tx, { storeId, typed: code })
        const player = { provider: 'code', proof: 'proven', gameUserId, label: null, avatar: null } as const
        return setPlayer(tx, { storeId, token, player, recipient: await readRecipient(tx, { storeId, token }) })
      })
    },
  )
}

async function readCode(tx: Tx, code: { storeId: StoreId; typed: string }): Promise<{ gameUserId: string }> {
  const providers = await readChosenProviders(tx, code.storeId)
  if (!providers.includes('code'))
    throw new AppError('conflict', 'This store accepts no codes. See `identityProviders` of the basket.')
  try {
    return await useCode(tx, code)
  } catch (error) {
    // Here, 401 means that the token of the basket is missing.
    if (!(error instanceof AppError) || error.code !== 'sign_in_failed') throw error
    throw new AppError('invalid_request', error.message, { field: 'body/code' })
  }
}
