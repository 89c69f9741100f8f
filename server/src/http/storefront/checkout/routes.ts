import type { FastifyInstance } from 'fastify'
import { serveBasket } from './basket-pages.ts'
import { serveCheckout } from './checkout-pages.ts'
import type { CheckoutParts } from './form.ts'
import { serveOrders } from './order-pages.ts'
import { serveIdentity } from '../identity/routes.ts'

/** Everything between the first product in a basket and the last item in the game. */
export async function checkoutPages(app: FastifyInstance, parts: CheckoutParts): Promise<void> {
  serveBasket(app, parts)
  serveIdentity(app, parts)
  serveCheckout(app, parts)
  await app.register(async (pages) => serveOrders(pages, parts))
}
