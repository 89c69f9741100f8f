import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readEmailAddress } from '../../../accounts/email-address.ts'
import { type BillingPeriod, periodWord } from '../../../catalog/billing-period.ts'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { formatId, type GameServerId, parseId } from '../../../ids.ts'
import type { ProviderName } from '../../../payments/provider.ts'
import { type BasketView, readBasket } from '../../../storefront/baskets/read-basket.ts'
import type { CheckoutView, FaultView } from '../../../storefront/views/order-pages.ts'
import { countryName } from '../../../stores/taxes.ts'
import { repeatInLocale } from '../choose-locale.ts'
import { visitOf, type Visit } from '../visit.ts'
import { challengeFor, limitStatus } from './challenge-for.ts'
import { toFault } from './faults.ts'
import {
  type CheckoutParts,
  readBasketToken,
  readForm,
  readOrderCookie,
  setOrderCookie,
  VISITOR_ROUTE,
} from './form.ts'
import { toDiscounts, toLines, toReceiver } from './line-views.ts'
import { hasSubscription, keepRenewing, listProviders } from './list-providers.ts'
import { findOrderFaults, isAllowedReturn, readBuyerEmail, startOrder } from './start-order.ts'

type Filled = {
  email: string
  consent: boolean
  renewalConsent: boolean
  hideName: boolean
  serverId: string | null
  country: string | null
}
type Faults = {
  faults?: FaultView[]
  email?: FaultView
  consent?: FaultView
  renewal?: FaultView
  challenge?: CheckoutView['challenge']
  status?: number
}

/** The checkout: three fields, and one button for each way to pay. */
export function serveCheckout(app: FastifyInstance, { payments, sendPage }: CheckoutParts): void {
  async function readPage(request: FastifyRequest) {
    const visit = visitOf(request)
    const { storeId } = visit
    const token = readBasketToken(request)
    const page = await inStore(payments.db, storeId, async (tx) => ({
      connected: await listProviders(tx, storeId),
      basket: await readBasket(tx, { storeId, token }),
    }))
    return {
      visit,
      basket: page.basket,
      providers: await keepRenewing(payments, { storeId, ...page, isRenewed: hasSubscription(page.basket) }),
    }
  }
  type CheckoutPage = Awaited<ReturnType<typeof readPage>>

  function send(reply: FastifyReply, { visit, providers, basket }: CheckoutPage, filled: Filled, faults: Faults = {}) {
    const checkout = toCheckout(visit, { providers, basket, filled, faults })
    const hasFault =
      checkout.faults.length > 0 || checkout.challenge || faults.email || faults.consent || faults.renewal
    const status = faults.status ?? (hasFault ? 422 : 200)
    return sendPage(reply, { template: 'checkout', data: { checkout }, status })
  }

  app.get('/checkout', VISITOR_ROUTE, async (request, reply) => {
    const page = await readPage(request)
    const canPay = page.basket.isReady && page.basket.gameUserId !== null && !page.visit.shop.store.isClosed
    if (!canPay) return reply.redirect('/basket', 303)
    const { email, serverId } = page.basket
    const filled = { email: email ?? '', consent: false, renewalConsent: false, hideName: false }
    const country = guessCountry(request, page.visit)
    return send(reply, page, { ...filled, country, serverId: serverId && formatId('srv', serverId) })
  })

  app.post('/checkout', VISITOR_ROUTE, async (request, reply) => {
    const form = readForm(request)
    const inLocale = repeatInLocale(request, reply, form)
    if (inLocale) return inLocale
    const page = await readPage(request)
    const { visit, basket } = page
    if (basket.gameUserId === null) return reply.redirect('/basket', 303)
    const filled = {
      email: form.get('email')?.trim() ?? '',
      consent: form.has('consent'),
      renewalConsent: form.has('renewal_consent'),
      hideName: form.has('hide_name'),
      serverId: form.get('server'),
      country: form.get('country'),
    }
    if (form.get('do') === 'locale') return send(reply, page, filled)
    const wanted = form.get('provider')
    // A gift card pays everything, so no provider is needed.
    const isPaid = basket.totalMinor === 0 && wanted === 'none'
    const provider = isPaid ? null : page.providers.find((name) => name === wanted)
    const faults = checkForm(page, filled, provider)
    if (faults || provider === undefined) return send(reply, page, filled, faults ?? {})
    const player = basket.recipient ?? basket.gameUserId
    const altcha = form.get('altcha') ?? undefined
    try {
      const { orderToken, pageUrl } = await startOrder(payments, {
        visit,
        address: request.identity.address,
        player,
        altcha,
        basketToken: readBasketToken(request),
        provider,
        email: readBuyerEmail(filled.email),
        hideName: filled.hideName,
        consent: filled.consent,
        renewalConsent: filled.renewalConsent,
        serverId: parseId<GameServerId>('srv', filled.serverId ?? '') ?? null,
        country: filled.country,
        seenTotalMinor: Number(form.get('total')),
        returnUrl: `${visit.origin}/checkout/return`,
      })
      setOrderCookie(reply, orderToken)
      return await reply.redirect(pageUrl ?? `/o/${orderToken}`, 303)
    } catch (error) {
      const now = await readPage(request)
      const asked = { storeId: visit.storeId, error, altcha, provider: provider ?? ('none' as const) }
      const challenge = await challengeFor(payments.sealer, asked)
      if (challenge) return send(reply, now, filled, { challenge })
      const isAboutEmail = error instanceof AppError && error.field === 'body/email'
      if (isAboutEmail) return send(reply, now, filled, { email: { key: 'email_invalid' } })
      const { name = '' } = basket.lines[0] ?? {}
      const fault = toFault(error, { player, name, code: basket.code?.code ?? '' })
      return send(reply, now, filled, { faults: [fault], ...limitStatus(reply, error) })
    }
  })

  /** Providers send the buyer here. Nothing is proved by it: the order page shows what the provider has confirmed. */
  app.get<{ Querystring: { to?: unknown; cancelled?: unknown } }>(
    '/checkout/return',
    VISITOR_ROUTE,
    async (request, reply) => {
      const { to, cancelled } = request.query
      if (typeof to === 'string' && isAllowedReturn(visitOf(request).shop.store.returnOrigins, to))
        return reply.redirect(to, 303)
      const token = readOrderCookie(request)
      if (token === undefined) throw new AppError('not_found', 'The link to your order is in your receipt.')
      return reply.redirect(cancelled === undefined ? `/o/${token}` : `/o/${token}?cancelled=yes`, 303)
    },
  )
}

/** Undefined if the form is complete. */
function checkForm(
  { visit, basket }: { visit: Visit; basket: BasketView },
  filled: Filled,
  provider: ProviderName | null | undefined,
): Faults | undefined {
  const found = findOrderFaults(visit, filled)
  const faults: Faults = { faults: [] }
  if (found.includes('store_closed')) faults.faults?.push({ key: 'store_closed' })
  if (provider === undefined) faults.faults?.push({ key: 'provider_missing' })
  if (filled.email !== '' && !isEmail(filled.email)) faults.email = { key: 'email_invalid' }
  if (found.includes('consent_missing')) faults.consent = { key: 'consent_missing' }
  if (periodOf(basket) !== undefined && !filled.renewalConsent) faults.renewal = { key: 'renewal_consent_missing' }
  const { email, consent, renewal } = faults
  return email || consent || renewal || (faults.faults?.length ?? 0) > 0 ? faults : undefined
}

/** Of the subscription, which is the only line then. */
function periodOf({ lines }: BasketView): BillingPeriod | undefined {
  return lines[0]?.billingPeriod ?? undefined
}

function isEmail(text: string): boolean {
  try {
    readEmailAddress(text)
    return true
  } catch {
    return false
  }
}

type CheckoutInput = { providers: ProviderName[]; basket: BasketView; filled: Filled; faults: Faults }

function toCheckout(visit: Visit, { providers, basket, filled, faults }: CheckoutInput): CheckoutView {
  const lines = toLines(visit, basket)
  return {
    player: toReceiver(basket),
    lines,
    count: basket.count,
    subtotal: basket.subtotalMinor,
    ...toDiscounts(basket),
    total: basket.totalMinor,
    email: filled.email,
    email_fault: faults.email ?? null,
    consent: filled.consent,
    consent_fault: faults.consent ?? null,
    renewal: toRenewal(basket, { filled, faults }),
    countries: visit.shop.store.taxCountries
      .map((code) => ({ code, name: countryName(code, visit.locale), is_chosen: code === filled.country }))
      .toSorted((a, b) => a.name.localeCompare(b.name, visit.locale)),
    names_buyers: visit.shop.store.showsRecent || visit.shop.store.showsSupporter,
    hides_name: filled.hideName,
    servers: (basket.servers ?? []).map(({ id, name }) => {
      const text = formatId('srv', id)
      return { id: text, name, is_chosen: filled.serverId === text }
    }),
    providers,
    challenge: faults.challenge ?? null,
    faults: [...(faults.faults ?? []), ...lines.flatMap(({ fault }) => fault ?? [])],
  }
}

function toRenewal(
  basket: BasketView,
  { filled, faults }: Pick<CheckoutInput, 'filled' | 'faults'>,
): CheckoutView['renewal'] {
  const period = periodOf(basket)
  if (!period) return null
  const { renewalMinor: amount } = basket
  return { period: periodWord(period), amount, is_agreed: filled.renewalConsent, fault: faults.renewal ?? null }
}

/** The country of the first language of the browser, if the store has a tax for it: `de-AT` is Austria. */
function guessCountry({ headers }: FastifyRequest, { shop }: Visit): string | null {
  const regions = (headers['accept-language'] ?? '').matchAll(/\b[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/g)
  const [code] = [...regions]
    .map(([, region = '']) => region)
    .filter((region) => shop.store.taxCountries.includes(region))
  return code ?? shop.store.taxCountries[0] ?? null
}
