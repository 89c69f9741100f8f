import {
  Basket,
  BasketCodeBody,
  Challenge,
  CheckoutBody,
  LineBody,
  OpenedOrder,
} from '@quartermaster/contract/storefront/orders'
import { LanguageQuery } from '@quartermaster/contract/storefront/shop'
import type { Static } from 'typebox'
import { AppError } from '../../../errors.ts'
import { type GameServerId, parseId, type ProductId, type VariantId } from '../../../ids.ts'
import { openBasket } from '../../../storefront/baskets/basket.ts'
import { changeLine } from '../../../storefront/baskets/change-line.ts'
import { removeCard, setCode } from '../../../storefront/baskets/set-code.ts'
import { createChallenge } from '../../../storefront/limits/challenge.ts'
import { startApiOrder } from '../checkout/start-order.ts'
import { type BasketParts, createBasketChanges } from './change-basket.ts'
import { playerRoutes } from './player-routes.ts'
import { readToken } from './read-token.ts'
import type { StorefrontApi } from './route.ts'

const OF_BASKET = { query: LanguageQuery, response: Basket, isForBuyer: true } as const

/** Baskets by their token: the same rules as on the pages. */
export function basketRoutes(api: StorefrontApi, parts: BasketParts): void {
  const { route } = api
  const { payments, limits } = parts
  const changes = createBasketChanges(parts)
  const { show, changeBasket } = changes

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
      limits.baskets.take(request.identity.address)
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
      url: '/basket/code',
      operationId: 'setCode',
      summary: 'Set or remove the coupon, or the code of a creator',
      description: 'An unknown code is refused. Whether a known one can be used is in `code.problem` of the basket.',
      body: BasketCodeBody,
    },
    ({ request, visit: { storeId }, visit, body: { code } }) => {
      if (code !== null) limits.promotionCodes({ storeId, address: request.identity.address })
      return changeBasket(request, visit, (tx, token) => setCode(tx, { storeId, token, code }))
    },
  )
  route(
    {
      ...OF_BASKET,
      method: 'POST',
      url: '/basket/gift-card/remove',
      operationId: 'removeGiftCard',
      summary: 'Remove the gift card',
      description: 'It is set like a coupon, with `setCode`.',
    },
    ({ request, visit }) =>
      changeBasket(request, visit, (tx, token) => removeCard(tx, { storeId: visit.storeId, token })),
  )
  playerRoutes(api, changes, parts)
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
      limits.baskets.take(request.identity.address)
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
        address: request.identity.address,
        basketToken: readToken(request),
        provider: body.provider,
        email: body.email ?? '',
        consent: body.consent,
        renewalConsent: body.renewalConsent ?? false,
        hideName: body.hideName ?? false,
        serverId: parseId<GameServerId>('srv', body.serverId ?? '') ?? null,
        country: body.country ?? null,
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

function readLine({ productId, variantId = null, quantity, fields = {} }: Static<typeof LineBody>) {
  const product = parseId<ProductId>('prd', productId)
  const variant = variantId === null ? null : parseId<VariantId>('var', variantId)
  if (product === undefined || variant === undefined)
    throw new AppError('not_found', 'This product is not sold any more.')
  return { productId: product, variantId: variant, quantity, fields }
}
