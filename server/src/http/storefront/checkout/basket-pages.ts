import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { FieldError } from '../../../catalog/fields/field-error.ts'
import { AppError } from '../../../errors.ts'
import type { VariantId } from '../../../ids.ts'
import { changeLine, type LineChange } from '../../../storefront/baskets/change-line.ts'
import { removeCard, setCode } from '../../../storefront/baskets/set-code.ts'
import { buildProduct } from '../../../storefront/shop/build-views.ts'
import { visitOf, type Visit } from '../visit.ts'
import { type CheckoutParts, readBasketToken, readForm, setBasketCookie, VISITOR_ROUTE } from './form.ts'
import { toFault } from './faults.ts'
import { readWho, toWho } from '../identity/who-view.ts'
import { fieldFault } from './faults.ts'
import { parseLineId, toBasketPage } from './line-views.ts'

const MAX_CODE_LENGTH = 100

/** The basket: a page of the theme, with the content of one visitor. */
export function serveBasket(app: FastifyInstance, parts: CheckoutParts): void {
  const { payments, limits, sendPage } = parts

  async function sendBasket(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Parameters<typeof toBasketPage>[2] = {},
  ) {
    const visit = visitOf(request)
    const { storeId } = visit
    const token = readBasketToken(request)
    const who = await readWho(parts, { storeId, token })
    const data = { basket: toBasketPage(visit, who.basket, typed), who: toWho(who) }
    return sendPage(reply, { template: 'basket', data, status: typed.faults || typed.codeFault ? 422 : 200 })
  }

  /** The page of the product again, with what the buyer entered. A button in a list asks for nothing, so it leads there. */
  function sendProduct(request: FastifyRequest, reply: FastifyReply, { form, error }: Refused) {
    const { shop } = visitOf(request)
    const slug = form.get('product') ?? ''
    const product = buildProduct(shop, slug)
    if (!product) return sendBasket(request, reply, { faults: [fieldFault(error)] })
    const given = readGiven(form)
    if (Object.keys(given).length === 0) return reply.redirect(`/p/${product.slug}`, 303)
    const fields = product.fields.map((field) => ({
      ...field,
      value: given[field.name] ?? '',
      fault: field.name === error.fieldName ? fieldFault(error) : null,
    }))
    return sendPage(reply, { template: 'product', data: { product: { ...product, fields } }, status: 422 })
  }

  app.get('/basket', VISITOR_ROUTE, (request, reply) => sendBasket(request, reply))
  app.post('/basket/lines', VISITOR_ROUTE, async (request, reply) => {
    limits.baskets.take(request.ip)
    const visit = visitOf(request)
    const { storeId } = visit
    const form = readForm(request)
    const change = readChange(visit, form)
    if (!change) return sendBasket(request, reply, { faults: [{ key: 'product_gone' }] })
    try {
      const line = { storeId, token: readBasketToken(request), ...change }
      const { token } = await inStore(payments.db, storeId, (tx) => changeLine(tx, line))
      setBasketCookie(reply, token)
      return reply.redirect('/basket', 303)
    } catch (error) {
      if (error instanceof FieldError) return sendProduct(request, reply, { form, error })
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return sendBasket(request, reply, {
        faults: [{ key: error.code === 'not_found' ? 'product_gone' : 'basket_full' }],
      })
    }
  })
  /** One field for all kinds of codes. An empty one removes the code; a gift card has a button for it. */
  app.post('/basket/code', VISITOR_ROUTE, async (request, reply) => {
    const { storeId } = visitOf(request)
    const form = readForm(request)
    const code = form.get('code')?.slice(0, MAX_CODE_LENGTH) ?? ''
    const isRemoved = form.get('remove') === 'gift_card'
    try {
      limits.baskets.take(request.ip)
      if (code.trim() !== '') limits.promotionCodes({ storeId, address: request.ip })
      const typed = { storeId, token: readBasketToken(request), code }
      const { token } = await inStore(payments.db, storeId, (tx) =>
        isRemoved ? removeCard(tx, typed) : setCode(tx, typed),
      )
      setBasketCookie(reply, token)
      return await reply.redirect('/basket#codes', 303)
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited')
        return sendBasket(request, reply, { code, codeFault: { key: 'too_many_tries' } })
      return sendBasket(request, reply, { code, codeFault: toFault(error, { player: '', name: '', code }) })
    }
  })
}

type Change = Pick<LineChange, 'productId' | 'variantId' | 'change' | 'quantity' | 'fields' | 'fieldsKey'>
type Refused = { form: URLSearchParams; error: FieldError }

/** The inputs of fields are called `field.{name}`. */
function readGiven(form: URLSearchParams): Record<string, string> {
  const inputs = [...form].filter(([name]) => name.startsWith('field.')).slice(0, MAX_INPUTS)
  return Object.fromEntries(
    inputs.map(([name, value]) => [name.slice('field.'.length), value.slice(0, MAX_VALUE_LENGTH)]),
  )
}

const MAX_INPUTS = 20
const MAX_VALUE_LENGTH = 1_000

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
  return {
    productId: product.id,
    variantId: variant.id as VariantId | null,
    change: 'add',
    quantity,
    fields: readGiven(form),
  }
}
