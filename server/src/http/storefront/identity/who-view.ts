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

/** What was typed and not saved, and why. */
export type WhoFaults = {
  name?: string
  recipient?: string
  isGift?: boolean
  code?: string
  fault?: FaultView
  recipientFault?: FaultView
  codeFault?: FaultView
}

/** A face is shown only for a name that is saved: the one in the field. */
export function toWho({ basket, providers }: Who, typed: WhoFaults = {}): WhoView {
  const { gameUserId, recipient, proof, recipientAvatar } = basket
  const recipientName = typed.recipient ?? recipient ?? ''
  const typedProvider = typedProviderOf(providers)
  const savedName = proof === 'proven' ? '' : (gameUserId ?? '')
  const name = typed.name ?? savedName
  return {
    name,
    player: gameUserId !== null && name === savedName && !typed.fault ? toBuyer(basket) : null,
    fault: typed.fault ?? null,
    is_typed: typedProvider !== undefined,
    is_unchecked: typedProvider !== undefined && typedProvider !== 'name' && proof === 'typed',
    is_proven: proof === 'proven',
    sign_ins: providers.filter((each) => each === 'steam' || each === 'discord'),
    has_code: providers.includes('code'),
    code: typed.code ?? '',
    code_fault: typed.codeFault ?? null,
    can_gift: typedProvider !== undefined,
    is_gift: typed.isGift ?? recipient !== null,
    recipient_name: recipientName,
    recipient:
      recipient !== null && recipientName === recipient && !typed.recipientFault
        ? toPlayer(recipient, recipientAvatar)
        : null,
    recipient_fault: typed.recipientFault ?? null,
  }
}
