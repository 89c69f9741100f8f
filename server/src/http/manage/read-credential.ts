import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
import { soleHeader } from '../sole-header.ts'

/** A cookie that only this host can set, when the store is served over TLS. */
export function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? '__Host-quartermaster' : 'quartermaster'
}

export type Credential = { token: string; from: 'header' | 'cookie' }

/** The token of a program or a session. A header wins over a cookie: whoever sends one means it. */
export function readCredential(request: IncomingMessage, publicUrl: string): Credential | undefined {
  const header = soleHeader(request.rawHeaders, 'authorization')
  if (header !== undefined) {
    const [, token] = /^bearer[ \t]+([!-~]{1,256})[ \t]*$/i.exec(header) ?? []
    if (token === undefined) throw new AppError('unauthorized', 'Send the token as `Authorization: Bearer <token>`')
    return { token, from: 'header' }
  }
  const token = cookieOf(request.headers.cookie ?? '', cookieName(publicUrl))
  return token === undefined ? undefined : { token, from: 'cookie' }
}

/** Of two cookies of one name neither is believed: one of them was set by somebody else. */
function cookieOf(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}
