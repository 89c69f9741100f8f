import type { Basket } from '@quartermaster/contract/storefront/orders'
import type { Static } from 'typebox'
import { formatId } from '../../../ids.ts'
import type { ProviderName } from '../../../payments/provider.ts'
import type { LineProblem } from '../../../storefront/baskets/line-problem.ts'
import type { BasketView } from '../../../storefront/baskets/read-basket.ts'
import type { IdentityName } from '../../../storefront/identity/provider.ts'
import type { Visit } from '../visit.ts'
import { toDiscounts } from '../checkout/line-views.ts'
import { toDiscount, toMoney, toPicture } from './shop-wire.ts'

type Shown = { token: string; basket: BasketView; identityProviders: IdentityName[]; providers: ProviderName[] }

export function toBasket(visit: Visit, { token, basket, identityProviders, providers }: Shown): Static<typeof Basket> {
  return {
    token,
    lines: basket.lines.map((line) => {
      const product = visit.shop.products.find(({ id }) => id === line.productId)
      const variant = product?.variants.find(({ id }) => id === line.variantId)
      return {
        productId: formatId('prd', line.productId),
        variantId: line.variantId === null ? null : formatId('var', line.variantId),
        slug: product?.slug ?? null,
        name: product?.name ?? line.name,
        variantName: line.variantName === null ? null : variant?.name || line.variantName,
        fields: line.fields,
        picture: toPicture(visit, product?.pictures[0] ?? null),
        quantity: line.quantity,
        price: toMoney(visit, line.priceMinor),
        total: toMoney(visit, line.totalMinor),
        saved: toMoney(visit, line.saleMinor),
        oldPrice: line.oldPriceMinor === null ? null : toMoney(visit, line.oldPriceMinor),
        left: line.left,
        maxPerPlayer: line.maxPerPlayer,
        billingPeriod: line.billingPeriod,
        ...toProblems(line.problem),
        subscriptionProblem: line.subscriptionProblem,
      }
    }),
    count: basket.count,
    subtotal: toMoney(visit, basket.subtotalMinor),
    code: basket.code && {
      code: basket.code.code,
      discount: toMoney(visit, basket.code.discountMinor),
      problem: basket.code.problem,
    },
    giftCard: basket.giftCard && {
      hint: basket.giftCard.hint,
      pays: toMoney(visit, basket.giftCard.paysMinor),
      left: toMoney(visit, basket.giftCard.leftMinor),
      problem: basket.giftCard.problem,
    },
    discounts: toDiscounts(basket).discounts.map((discount) => toDiscount(visit, discount)),
    total: toMoney(visit, basket.totalMinor),
    player: basket.gameUserId,
    isProven: basket.proof === 'proven',
    recipient: basket.recipient,
    identityProviders,
    servers: basket.servers && basket.servers.map(({ id, name }) => ({ id: formatId('srv', id), name })),
    providers,
    isReady: basket.isReady,
  }
}

/** The API had its first problems before there were tiers, and clients know only those. */
function toProblems(
  problem: LineProblem | null,
): Pick<Static<typeof Basket>['lines'][number], 'problem' | 'tierProblem'> {
  if (problem === 'tier_quantity' || problem === 'tier_twice' || problem === 'higher_tier_owned')
    return { problem: null, tierProblem: problem }
  return { problem, tierProblem: null }
}
