import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../../read-cookie.ts'

const COOKIE = '__Host-sign-in'
const SESSION_COOKIE = '__Host-player'
const MINUTES = 10
const WEEK_SECONDS = 7 * 86_400
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** Where a visitor is sent after signing in. */
export type ReturnPage = '/basket#who' | '/me'
/** A sign-in that this browser has begun. */
export type BegunSignIn = { state: string; verifier: string; to: ReturnPage }

/** The browser remembers the sign-in, so that an answer that another visitor got is of no use here. */
export function beginSignIn(reply: FastifyReply, to: ReturnPage): BegunSignIn {
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')]
  const page = to === '/me' ? 'me' : 'basket'
  reply.header('set-cookie', `${COOKIE}=${state}.${verifier}.${page}; Max-Age=${MINUTES * 60}; ${ATTRIBUTES}`)
  return { state, verifier, to }
}

/** Undefined if this browser has not begun the sign-in with this state. It can be finished once. */
export function finishSignIn(request: FastifyRequest, reply: FastifyReply, state: string): BegunSignIn | undefined {
  const [begun = '', verifier = '', page] = readCookie(request.headers.cookie, COOKIE)?.split('.') ?? []
  reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`)
  if (begun === '' || !isEqual(begun, state)) return undefined
  return { state: begun, verifier, to: page === 'me' ? '/me' : '/basket#who' }
}

export const readSessionToken = ({ headers }: FastifyRequest): string | undefined =>
  readCookie(headers.cookie, SESSION_COOKIE)

export function setSessionCookie(reply: FastifyReply, token: string): void {
  reply.header('set-cookie', `${SESSION_COOKIE}=${token}; Max-Age=${WEEK_SECONDS}; ${ATTRIBUTES}`)
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.header('set-cookie', `${SESSION_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`)
}

function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
