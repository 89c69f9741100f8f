import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { ProductId, VariantId } from '../../../ids.ts'
import { changeLine } from '../../../storefront/baskets/change-line.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'
import { visitOf, type Visit } from '../visit.ts'
import { type CheckoutParts, readBasketToken, readForm, setBasketCookie, VISITOR_ROUTE } from './form.ts'
import { readWho, toWho } from '../identity/who-view.ts'
import { parseLineId, toBasketPage } from './line-views.ts'

/** The basket: a page of the theme, with the content of one visitor. */
export function serveBasket(app: FastifyInstance, parts: CheckoutParts): void {
  const { payments, limits, sendPage } = parts

  async function sendBasket(request: FastifyRequest, reply: FastifyReply, faults: FaultView[] = []) {
    const visit = visitOf(request)
    const { storeId } = visit
    const token = readBasketToken(request)
    const who = await readWho(parts, { storeId, token })
    const data = { basket: toBasketPage(visit, who.basket, faults), who: toWho(who) }
    return sendPage(reply, { template: 'basket', data, status: faults.length > 0 ? 422 : 200 })
  }

  app.get('/basket', VISITOR_ROUTE, (request, reply) => sendBasket(request, reply))
  app.post('/basket/lines', VISITOR_ROUTE, async (request, reply) => {
    limits.baskets.take(request.ip)
    const visit = visitOf(request)
    const { storeId } = visit
    const change = readChange(visit, readForm(request))
    if (!change) return sendBasket(request, reply, [{ key: 'product_gone' }])
    try {
      const line = { storeId, token: readBasketToken(request), ...change }
      const { token } = await inStore(payments.db, storeId, (tx) => changeLine(tx, line))
      setBasketCookie(reply, token)
      return reply.redirect('/basket', 303)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return sendBasket(request, reply, [{ key: error.code === 'not_found' ? 'product_gone' : 'basket_full' }])
    }
  })
}

type Change = { productId: ProductId; variantId: VariantId | null; change: 'add' | 'set'; quantity: number }

/** A product is added by its slug; a line of the basket is changed by its id. */
function readChange({ shop }: Visit, form: URLSearchParams): Change | undefined {
  const line = form.get('line')
  const quantity = Number(form.get('quantity') ?? (line === null ? 1 : Number.NaN))
  if (line !== null) {
    const known = parseLineId(line)
    return known && { ...known, change: 'set', quantity }
  }
  const product = shop.products.find(({ slug }) => slug === form.get('product'))
  if (!product) return undefined
  const wanted = form.get('variant')
  const variant = wanted === null ? product.variants[0] : product.variants.find(({ id }) => id === wanted)
  if (!variant) return undefined
  return { productId: product.id, variantId: variant.id as VariantId | null, change: 'add', quantity }
}
