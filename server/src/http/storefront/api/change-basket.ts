import type { FastifyRequest } from 'fastify'
import { inStore, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { findBasket } from '../../../storefront/baskets/basket.ts'
import { readBasket } from '../../../storefront/baskets/read-basket.ts'
import { readOfferedProviders } from '../../../storefront/identity/offered-providers.ts'
import { hasSubscription, keepRenewing, listProviders } from '../checkout/list-providers.ts'
import type { StorefrontLimits } from '../storefront-limits.ts'
import type { CheckoutSource, Visit } from '../visit.ts'
import { toBasket } from './basket-wire.ts'
import { readToken } from './read-token.ts'

export type BasketParts = CheckoutSource & { limits: StorefrontLimits }
type Change = (tx: Tx, token: string) => Promise<{ token: string }>

export type BasketChanges = ReturnType<typeof createBasketChanges>

/** Every operation on a basket answers with the basket as it is afterwards. */
export function createBasketChanges({ payments, identity, limits }: BasketParts) {
  async function show(visit: Visit, change: (tx: Tx) => Promise<{ token: string }>) {
    const { storeId } = visit
    const shown = await inStore(payments.db, storeId, async (tx) => {
      const { token } = await change(tx)
      const basket = await readBasket(tx, { storeId, token })
      const identityProviders = await readOfferedProviders(tx, identity, storeId)
      return { token, basket, identityProviders, connected: await listProviders(tx, storeId) }
    })
    return toBasket(visit, {
      ...shown,
      providers: await keepRenewing(payments, { storeId, ...shown, isRenewed: hasSubscription(shown.basket) }),
    })
  }

  /** Without this check, a mistyped token would begin a new basket, and the buyer would wonder where the first one is. */
  function changeBasket(request: FastifyRequest, visit: Visit, change: Change) {
    const { storeId } = visit
    const token = readToken(request)
    if (request.method !== 'GET') limits.baskets.take(request.identity.address)
    return show(visit, async (tx) => {
      if (!(await findBasket(tx, { storeId, token })))
        throw new AppError('not_found', 'There is no such basket, or it has expired. Create a new one.')
      return change(tx, token)
    })
  }

  return { show, changeBasket }
}
