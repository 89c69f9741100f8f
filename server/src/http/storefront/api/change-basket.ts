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
  async function checkBasket(tx: Tx, { storeId }: Visit, token: string): Promise<void> {
    if (!(await findBasket(tx, { storeId, token })))
      throw new AppError('not_found', 'There is no such basket, or it has expired. Create a new one.')
  }

  function changeBasket(request: FastifyRequest, visit: Visit, change: Change) {
    const token = countChange(request)
    return show(visit, async (tx) => {
      await checkBasket(tx, visit, token)
      return change(tx, token)
    })
  }

  /** For a change that calls another service first: strangers without a basket cause no calls. Returns the token. */
  async function requireBasket(request: FastifyRequest, visit: Visit): Promise<string> {
    const token = countChange(request)
    await inStore(payments.db, visit.storeId, (tx) => checkBasket(tx, visit, token))
    return token
  }

  function countChange(request: FastifyRequest): string {
    const token = readToken(request)
    if (request.method !== 'GET') limits.baskets.take(request.identity.address)
    return token
  }

  return { show, changeBasket, requireBasket }
}
