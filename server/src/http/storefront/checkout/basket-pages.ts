import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { FieldError } from '../../../catalog/fields/field-error.ts'
import { AppError } from '../../../errors.ts'
import type { VariantId } from '../../../ids.ts'
import { changeLine, type LineChange } from '../../../storefront/baskets/change-line.ts'
import { typedProviderOf } from '../../../storefront/identity/chosen-providers.ts'
import { buildProduct } from '../../../storefront/shop/build-views.ts'
import { visitOf, type Visit } from '../visit.ts'
import { type CheckoutParts, readBasketToken, readForm, setBasketCookie, VISITOR_ROUTE } from './form.ts'
import { repeatInLocale } from '../choose-locale.ts'
import { forgetPlayer } from '../identity/accept-player.ts'
import { sendWho } from '../identity/who-pages.ts'
import { readWho, toWho } from '../identity/who-view.ts'
import { fieldFault } from './faults.ts'
import { toBasketPage } from './line-views.ts'
import { saveBasket, type Unsaved } from './save-basket.ts'
import { type FilledBasket, readFilledBasket } from './typed-basket.ts'

/** The basket: a page of the theme, with the content of one visitor. */
export function serveBasket(app: FastifyInstance, parts: CheckoutParts): void {
  const { payments, limits, sendPage } = parts

  type Shown = { token?: string | undefined; isRefused?: boolean } & Partial<Unsaved>

  async function sendBasket(request: FastifyRequest, reply: FastifyReply, shown: Shown = {}) {
    const visit = visitOf(request)
    const { token = readBasketToken(request), isRefused = shown.basket !== undefined } = shown
    const who = await readWho(parts, { storeId: visit.storeId, token })
    const data = { basket: toBasketPage(visit, who.basket, shown.basket), who: toWho(who, shown.who) }
    return sendPage(reply, { template: 'basket', data, status: isRefused ? 422 : 200 })
  }

  /** The page of the product again, with what the buyer entered. A button in a list asks for nothing, so it leads there. */
  function sendProduct(request: FastifyRequest, reply: FastifyReply, { form, error }: Refused) {
    const { shop } = visitOf(request)
    const slug = form.get('product') ?? ''
    const product = buildProduct(shop, slug)
    if (!product) return sendBasket(request, reply, { basket: { faults: [fieldFault(error)] } })
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
    limits.baskets.take(request.identity.address)
    const visit = visitOf(request)
    const { storeId } = visit
    const form = readForm(request)
    const added = readAdded(visit, form)
    if (!added) return sendBasket(request, reply, { basket: { faults: [{ key: 'product_gone' }] } })
    try {
      const line = { storeId, token: readBasketToken(request), ...added }
      const { token } = await inStore(payments.db, storeId, (tx) => changeLine(tx, line))
      setBasketCookie(reply, token)
      return reply.redirect('/basket', 303)
    } catch (error) {
      if (error instanceof FieldError) return sendProduct(request, reply, { form, error })
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const key = error.code === 'not_found' ? 'product_gone' : 'basket_full'
      return sendBasket(request, reply, { basket: { faults: [{ key }] } })
    }
  })
  /** The pages `/basket` and `/who` have one form each, and each button sends everything that was typed. */
  for (const page of ['/basket', '/who'] as const)
    app.post(page, VISITOR_ROUTE, async (request, reply) => {
      limits.baskets.take(request.identity.address)
      const form = readForm(request)
      const inLocale = repeatInLocale(request, reply, form)
      if (inLocale) return inLocale
      const filled = readFilledBasket(form, page === '/who' ? 'look_up' : 'save')
      if (filled.pressed === 'sign_out') await forgetPlayer(parts, request, reply)
      const { token, unsaved } = await saveBasket({ ...parts, request, reply, filled })
      if (unsaved)
        return page === '/who'
          ? sendWho(parts, request, reply, unsaved.who)
          : sendBasket(request, reply, { token, ...unsaved })
      if (page === '/who' || filled.pressed !== 'continue') return reply.redirect(nextPage(page, filled), 303)
      const { basket, providers } = await readWho(parts, { storeId: visitOf(request).storeId, token })
      if (toBasketPage(visitOf(request), basket).can_continue) return reply.redirect('/checkout', 303)
      const key = typedProviderOf(providers) ? 'name_missing' : 'sign_in_first'
      const who = basket.gameUserId === null ? { fault: { key } } : {}
      return sendBasket(request, reply, { token, who, isRefused: true })
    })
}

/** Where the page shows what the button has done. */
function nextPage(page: '/basket' | '/who', { pressed, isNewCode }: FilledBasket): string {
  if (pressed === 'sign_out') return page
  if (page === '/who' || pressed === 'look_up' || pressed === 'use_code') return '/basket#who'
  return pressed === 'save' && !isNewCode ? '/basket' : '/basket#codes'
}

type Added = Pick<LineChange, 'productId' | 'variantId' | 'change' | 'quantity' | 'fields'>
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

/** A product is added by its slug. */
function readAdded({ shop }: Visit, form: URLSearchParams): Added | undefined {
  const product = shop.products.find(({ slug }) => slug === form.get('product'))
  if (!product) return undefined
  const wanted = form.get('variant')
  const variant = wanted === null ? product.variants[0] : product.variants.find(({ id }) => id === wanted)
  if (!variant) return undefined
  return {
    productId: product.id,
    variantId: variant.id as VariantId | null,
    change: 'add',
    quantity: Number(form.get('quantity') ?? 1),
    fields: readGiven(form),
  }
}
