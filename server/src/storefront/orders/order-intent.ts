import { createHash } from 'node:crypto'
import type { GameServerId } from '../../ids.ts'
import type { ProviderName } from '../../payments/provider.ts'
import type { Basket } from '../baskets/basket.ts'
import type { BasketView } from '../baskets/read-basket.ts'

type Choices = {
  provider: ProviderName | null
  serverId: GameServerId | null
  email: string | null
  country: string | null
  seenTotalMinor: number
}

/** Everything that makes two submissions the same purchase: what is bought for whom, and how it is paid. */
export function intentOf(view: BasketView, { provider, serverId, email, country, seenTotalMinor }: Choices): Buffer {
  return Buffer.concat([contentOf(view), hashOf([provider, serverId, email, country, seenTotalMinor])])
}

/** Whether the basket still is what its checkout was opened with, so that it can be paid in another way. */
export function isUnchanged({ checkoutIntent }: Basket, view: BasketView): boolean {
  const content = contentOf(view)
  return checkoutIntent?.subarray(0, content.length).equals(content) === true
}

function contentOf({ lines, code, giftCard, gameUserId, recipient }: BasketView): Buffer {
  const bought = lines.map(({ productId, variantId, fieldsKey, quantity, priceMinor }) => [
    productId,
    variantId,
    fieldsKey,
    quantity,
    priceMinor,
  ])
  return hashOf([bought, code?.code, giftCard?.id, giftCard?.paysMinor, gameUserId, recipient])
}

/** Half of an intent, which has 32 bytes. */
function hashOf(parts: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
}
