import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
import { readCookie } from '../read-cookie.ts'
import { soleHeader } from '../sole-header.ts'

/** Over TLS the `__Host-` prefix ensures that only this host can set the cookie. */
export function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? '__Host-quartermaster' : 'quartermaster'
}

export type Credential = { token: string; from: 'header' | 'cookie' }

/** The API token or session token of a request. A header takes precedence over a cookie. */
export function readCredential(request: IncomingMessage, publicUrl: string): Credential | undefined {
  const header = soleHeader(request.rawHeaders, 'authorization')
  if (header !== undefined) {
    const [, token] = /^bearer[ \t]+([!-~]{1,256})[ \t]*$/i.exec(header) ?? []
    if (token === undefined) throw new AppError('unauthorized', 'Send the token as `Authorization: Bearer <token>`.')
    return { token, from: 'header' }
  }
  const token = readCookie(request.headers.cookie, cookieName(publicUrl))
  return token === undefined ? undefined : { token, from: 'cookie' }
}
