import {
  Basket,
  Challenge,
  CheckoutBody,
  LineBody,
  OpenedOrder,
  PlayerBody,
} from '@quartermaster/contract/storefront/orders'
import { LanguageQuery } from '@quartermaster/contract/storefront/shop'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { inStore, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { type GameServerId, parseId, type ProductId, type VariantId } from '../../../ids.ts'
import { findBasket, openBasket } from '../../../storefront/baskets/basket.ts'
import { changeLine } from '../../../storefront/baskets/change-line.ts'
import { readBasket } from '../../../storefront/baskets/read-basket.ts'
import { createChallenge } from '../../../storefront/limits/challenge.ts'
import { setPlayer } from '../../../storefront/baskets/set-player.ts'
import { readChosenProviders, typedProviderOf } from '../../../storefront/identity/chosen-providers.ts'
import { findTypedPlayer } from '../../../storefront/identity/find-typed-player.ts'
import type { Identity } from '../../../storefront/identity/provider.ts'
import { listProviders } from '../checkout/list-providers.ts'
import { startApiOrder } from '../checkout/start-order.ts'
import type { StorefrontLimits } from '../storefront-limits.ts'
import type { CheckoutSource, Visit } from '../visit.ts'
import { toBasket } from './basket-wire.ts'
import { readToken } from './read-token.ts'
import type { StorefrontApi } from './route.ts'

type Parts = CheckoutSource & { limits: StorefrontLimits }
type Change = (tx: Tx, token: string) => Promise<{ token: string }>

const OF_BASKET = { query: LanguageQuery, response: Basket, isForBuyer: true } as const

/** Baskets by their token: the same rules as on the pages. */
export function basketRoutes({ route }: StorefrontApi, { payments, identity, limits }: Parts): void {
  async function show(visit: Visit, change: (tx: Tx) => Promise<{ token: string }>) {
    const { storeId } = visit
    const shown = await inStore(payments.db, storeId, async (tx) => {
      const { token } = await change(tx)
      return { token, basket: await readBasket(tx, { storeId, token }), providers: await listProviders(tx, storeId) }
    })
    return toBasket(visit, shown)
  }

  /** The service of the game may know the name. A store that needs proof refuses it when it is stored. */
  async function find({ storeId }: Visit, name: string, field: string): Promise<Identity> {
    const providers = await inStore(payments.db, storeId, (tx) => readChosenProviders(tx, storeId))
    const provider = typedProviderOf(providers) ?? 'name'
    const player = await findTypedPlayer(identity.names, { provider, name: name.trim() })
    if (!player) throw new AppError('invalid_request', 'No player has this name. Check the spelling.', { field })
    return player
  }

  /** Without this check, a mistyped token would begin a new basket, and the buyer would wonder where the first one is. */
  function changeBasket(request: FastifyRequest, visit: Visit, change: Change) {
    const { storeId } = visit
    const token = readToken(request)
    if (request.method !== 'GET') limits.baskets.take(request.ip)
    return show(visit, async (tx) => {
      if (!(await findBasket(tx, { storeId, token })))
        throw new AppError('not_found', 'There is no such basket, or it has expired. Create a new one.')
      return change(tx, token)
    })
  }

  route(
    {
      method: 'POST',
      url: '/baskets',
      operationId: 'createBasket',
      summary: 'Create an empty basket',
      description: 'A basket expires 7 days after its last change.',
      query: LanguageQuery,
      response: Basket,
      status: 201,
    },
    async ({ request, visit }) => {
      limits.baskets.take(request.ip)
      return show(visit, (tx) => openBasket(tx, { storeId: visit.storeId, token: undefined }))
    },
  )
  route(
    { ...OF_BASKET, method: 'GET', url: '/basket', operationId: 'getBasket', summary: 'Get the basket' },
    ({ request, visit }) => changeBasket(request, visit, async (_tx, token) => ({ token })),
  )
  for (const { method, operationId, summary, change } of LINE_CHANGES)
    route(
      { ...OF_BASKET, method, url: '/basket/lines', operationId, summary, body: LineBody },
      ({ request, visit, body }) =>
        changeBasket(request, visit, (tx, token) =>
          changeLine(tx, { storeId: visit.storeId, token, change, ...readLine(body) }),
        ),
    )
  route(
    {
      ...OF_BASKET,
      method: 'PUT',
      url: '/basket/player',
      operationId: 'setPlayer',
      summary: 'Name the player who buys, and who gets it as a gift',
      body: PlayerBody,
    },
    async ({ request, visit, body: { player: name, recipient: receiver = null } }) => {
      const player = await find(visit, name, 'body/player')
      const recipient = receiver === null ? null : await find(visit, receiver, 'body/recipient')
      return changeBasket(request, visit, (tx, token) =>
        setPlayer(tx, { storeId: visit.storeId, token, player, recipient }),
      )
    },
  )
  route(
    {
      method: 'GET',
      url: '/challenge',
      operationId: 'getChallenge',
      summary: 'Get a proof-of-work challenge',
      description:
        'In the format of ALTCHA. Needed if the checkout is refused with the code `challenge_required`. It is valid for 15 minutes, for one checkout of this store.',
      query: LanguageQuery,
      response: Challenge,
    },
    async ({ request, visit: { storeId } }) => {
      limits.baskets.take(request.ip)
      return createChallenge(payments.sealer, { storeId })
    },
  )
  route(
    {
      method: 'POST',
      url: '/basket/checkout',
      operationId: 'checkOut',
      summary: 'Open a checkout and its payment page',
      description: 'The same basket and the same choices return the same checkout, so the request can be repeated.',
      query: LanguageQuery,
      body: CheckoutBody,
      response: OpenedOrder,
      isForBuyer: true,
    },
    async ({ request, visit, body }) => {
      const { orderToken, pageUrl } = await startApiOrder(payments, {
        visit,
        address: request.ip,
        basketToken: readToken(request),
        provider: body.provider,
        email: body.email ?? '',
        consent: body.consent,
        hideName: body.hideName ?? false,
        serverId: parseId<GameServerId>('srv', body.serverId ?? '') ?? null,
        seenTotalMinor: body.totalMinor,
        returnTo: body.returnUrl,
        altcha: body.altcha,
      })
      return { orderToken, orderUrl: `${visit.origin}/o/${orderToken}`, paymentPageUrl: pageUrl }
    },
  )
}

const LINE_CHANGES = [
  { method: 'POST', operationId: 'addLine', summary: 'Add to the basket', change: 'add' },
  {
    method: 'PUT',
    operationId: 'setLine',
    summary: 'Set the quantity of a line; 0 removes it',
    change: 'set',
  },
] as const

function readLine({ productId, variantId = null, quantity }: Static<typeof LineBody>) {
  const product = parseId<ProductId>('prd', productId)
  const variant = variantId === null ? null : parseId<VariantId>('var', variantId)
  if (product === undefined || variant === undefined)
    throw new AppError('not_found', 'This product is not sold any more.')
  return { productId: product, variantId: variant, quantity }
}
