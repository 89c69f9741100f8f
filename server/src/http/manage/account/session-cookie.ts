import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from '../../../accounts/account-parts.ts'
import { MAX_SESSION_DAYS, type NewSession } from '../../../accounts/sessions/session.ts'
import type { SignInResult } from '../../../accounts/sign-in/sign-in.ts'
import { formatId } from '../../../ids.ts'
import { moment } from '../moment.ts'
import { cookieName } from '../read-credential.ts'

export function originOf({ ip, headers }: FastifyRequest): Origin {
  return { address: ip, userAgent: headers['user-agent'] ?? null }
}

type Delivery = { publicUrl: string; sessionAs?: 'cookie' | 'token' }

/** The token goes where the caller wants it, and nowhere else: what is in a cookie no script reads. */
export function handOver(reply: FastifyReply, session: NewSession, { publicUrl, sessionAs = 'cookie' }: Delivery) {
  const { sessionId, accountId, token, expiresAt } = session
  // The browser keeps it for as long as a session can last; whether it still does is known here.
  if (sessionAs === 'cookie') setCookie(reply, publicUrl, `${token}; Max-Age=${MAX_SESSION_DAYS * 86_400}`)
  return {
    id: formatId('ses', sessionId),
    accountId: formatId('acc', accountId),
    token: sessionAs === 'token' ? token : null,
    expiresAt: moment(expiresAt),
  }
}

export function answerSignIn(reply: FastifyReply, result: SignInResult, delivery: Delivery) {
  if ('challenge' in result) return { session: null, challenge: result.challenge }
  return { session: handOver(reply, result.session, delivery), challenge: null }
}

export function dropCookie(reply: FastifyReply, publicUrl: string): void {
  setCookie(reply, publicUrl, '; Max-Age=0')
}

/** `Lax`: a link to our pages finds its reader signed in; a form on another's page does not. */
function setCookie(reply: FastifyReply, publicUrl: string, value: string): void {
  const isSecure = publicUrl.startsWith('https://')
  const name = cookieName(publicUrl)
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`)
}
