import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
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
  const token = readCookie(request.headers.cookie ?? '', cookieName(publicUrl))
  return token === undefined ? undefined : { token, from: 'cookie' }
}

/** If two cookies have the same name, an attacker may have set one of them, so neither is accepted. */
function readCookie(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}
