import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from '../../../accounts/account-parts.ts'
import { MAX_SESSION_DAYS, type NewSession } from '../../../accounts/sessions/session.ts'
import type { SignInResult } from '../../../accounts/sign-in/sign-in.ts'
import { formatId } from '../../../ids.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import { cookieName, readCredential } from '../read-credential.ts'

/** A browser that was signed in before is known by its old cookie. */
export function originOf({ identity, headers, raw }: FastifyRequest, publicUrl: string): Origin {
  const credential = readCredential(raw, publicUrl)
  const device = credential?.from === 'cookie' ? { device: credential.token } : {}
  return { address: identity.address, userAgent: headers['user-agent'] ?? null, ...device }
}

type SessionOptions = { publicUrl: string; sessionType: 'cookie' | 'token' | undefined }

/** The token is either in the cookie, which no script can read, or in the response body. */
export function returnSession(reply: FastifyReply, session: NewSession, options: SessionOptions) {
  const { publicUrl, sessionType = 'cookie' } = options
  const { sessionId, accountId, token, expiresAt } = session
  // The browser keeps the cookie as long as a session can last. The server knows when it ends earlier.
  if (sessionType === 'cookie') setCookie(reply, publicUrl, `${token}; Max-Age=${MAX_SESSION_DAYS * 86_400}`)
  return {
    id: formatId('ses', sessionId),
    accountId: formatId('acc', accountId),
    token: sessionType === 'token' ? token : null,
    expiresAt: toTimestamp(expiresAt),
  }
}

/** A session, or a challenge if a second factor is required. */
export function returnSignIn(reply: FastifyReply, result: SignInResult, options: SessionOptions) {
  if ('challenge' in result) return { session: null, challenge: result.challenge }
  return { session: returnSession(reply, result.session, options), challenge: null }
}

export function deleteSessionCookie(reply: FastifyReply, publicUrl: string): void {
  setCookie(reply, publicUrl, '; Max-Age=0')
}

/**
 * `SameSite=Strict`: no request that another site starts carries the cookie. A link from an e-mail and the way back from Discord
 * or GitHub open a page that needs no cookie; its script then calls the API from our own site.
 */
function setCookie(reply: FastifyReply, publicUrl: string, value: string): void {
  const isSecure = publicUrl.startsWith('https://')
  const name = cookieName(publicUrl)
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`)
}
