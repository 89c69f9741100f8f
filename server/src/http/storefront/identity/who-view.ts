import { inStore } from '../../../db/database.ts'
import type { StoreId } from '../../../ids.ts'
import { type BasketView, readBasket } from '../../../storefront/baskets/read-basket.ts'
import { typedProviderOf } from '../../../storefront/identity/chosen-providers.ts'
import { readOfferedProviders } from '../../../storefront/identity/offered-providers.ts'
import type { IdentityName } from '../../../storefront/identity/provider.ts'
import type { FaultView, WhoView } from '../../../storefront/views/order-pages.ts'
import { toBuyer, toPlayer } from '../checkout/line-views.ts'
import type { CheckoutSource } from '../visit.ts'

export type Who = { basket: BasketView; providers: IdentityName[] }

/** Who the visitor is, and how they can say it. */
export async function readWho(
  { payments, identity }: Pick<CheckoutSource, 'payments' | 'identity'>,
  { storeId, token }: { storeId: StoreId; token: string | undefined },
): Promise<Who> {
  return inStore(payments.db, storeId, async (tx) => ({
    basket: await readBasket(tx, { storeId, token }),
    providers: await readOfferedProviders(tx, identity, storeId),
  }))
}

export type WhoFaults = {
  name?: string
  recipient?: string
  fault?: FaultView
  recipientFault?: FaultView
  codeFault?: FaultView
}

export function toWho({ basket, providers }: Who, typed: WhoFaults = {}): WhoView {
  const { gameUserId, recipient, proof, recipientAvatar } = basket
  const recipientName = typed.recipient ?? recipient ?? ''
  const typedProvider = typedProviderOf(providers)
  return {
    name: typed.name ?? (proof === 'proven' ? '' : (gameUserId ?? '')),
    player: gameUserId !== null && !typed.fault ? toBuyer(basket) : null,
    fault: typed.fault ?? null,
    is_typed: typedProvider !== undefined,
    is_unchecked: typedProvider !== undefined && typedProvider !== 'name' && proof === 'typed',
    is_proven: proof === 'proven',
    sign_ins: providers.filter((name) => name === 'steam' || name === 'discord'),
    has_code: providers.includes('code'),
    code_fault: typed.codeFault ?? null,
    can_gift: typedProvider !== undefined && (gameUserId !== null || recipientName !== ''),
    is_gift: recipientName !== '',
    recipient_name: recipientName,
    recipient: recipient !== null && !typed.recipientFault ? toPlayer(recipient, recipientAvatar) : null,
    recipient_fault: typed.recipientFault ?? null,
  }
}
