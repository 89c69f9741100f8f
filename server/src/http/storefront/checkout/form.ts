import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import { readCookie } from '../../read-cookie.ts'
import type { SendPage } from '../send-page.ts'
import type { StorefrontLimits } from '../storefront-limits.ts'
import type { CheckoutSource } from '../visit.ts'

/** What the pages from the basket to the order need. */
export type CheckoutParts = CheckoutSource & { sendPage: SendPage; limits: StorefrontLimits }

/** The options of every page of one visitor: they are in no document. */
export const VISITOR_ROUTE = { schema: { hide: true } }

const BASKET_COOKIE = '__Host-basket'
const ORDER_COOKIE = '__Host-order'
const WEEK_SECONDS = 7 * 86_400

export const readBasketToken = ({ headers }: FastifyRequest): string | undefined =>
  readCookie(headers.cookie, BASKET_COOKIE)
export const readOrderCookie = ({ headers }: FastifyRequest): string | undefined =>
  readCookie(headers.cookie, ORDER_COOKIE)

export function setBasketCookie(reply: FastifyReply, token: string): void {
  setCookie(reply, BASKET_COOKIE, token)
}

/** The provider sends the buyer back to an address without the token, so that the provider never sees the token. */
export function setOrderCookie(reply: FastifyReply, token: string): void {
  setCookie(reply, ORDER_COOKIE, token)
}

function setCookie(reply: FastifyReply, name: string, value: string): void {
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${WEEK_SECONDS}; Secure; HttpOnly; SameSite=Lax`)
}

/** Reads a form of this site. A page of another site must not act for the visitor. */
export function readForm(request: FastifyRequest): URLSearchParams {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isForeign =
    site === undefined ? isOtherOrigin(origin, request.identity.origin) : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw new AppError('csrf', 'This form was sent from another site. Open the store and try again.')
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}

/** A proxy can hide the scheme. */
function isOtherOrigin(origin: string | undefined, own: string): boolean {
  return origin !== undefined && URL.parse(origin)?.host !== new URL(own).host
}
