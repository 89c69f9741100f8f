import type { ProviderName } from '../../../server/src/payments/provider.ts'
import { encodeChunks, formatRequest, type Header, type Message } from '../message.ts'

/** The parts of a payment callback. The characters of texts are the bytes that are sent. */
export type CallbackParts = {
  provider: ProviderName
  path: string
  /** Without the question mark. */
  query: string
  headers: Header[]
  body: Buffer
  method?: string
  chunked?: boolean
  /** A header after the body, only with `chunked`. */
  trailer?: Header
  /** Not valid HTTP, so the server need not answer. */
  isBroken?: boolean
}

export type Place = {
  header: string
  /** Three groups: the text before the value, the value, and the text after it. */
  pattern: RegExp
}

/** Where each provider puts its signature. */
export const SIGNATURES: Record<ProviderName, Place & { encoding: 'hex' | 'base64' }> = {
  sandbox: { header: 'webhook-signature', pattern: /^(v1,)(.*)()$/, encoding: 'base64' },
  stripe: { header: 'stripe-signature', pattern: /^(t=\d+,v1=)(.*)()$/, encoding: 'hex' },
  mercadopago: { header: 'x-signature', pattern: /^(ts=\d+,v1=)(.*)()$/, encoding: 'hex' },
  paypal: { header: 'paypal-transmission-sig', pattern: /^()(.*)()$/, encoding: 'base64' },
}

/** Where each provider puts the time of the signature. */
export const TIMES: Record<ProviderName, Place> = {
  sandbox: { header: 'webhook-timestamp', pattern: /^()(.*)()$/ },
  stripe: { header: 'stripe-signature', pattern: /^(t=)(\d+)(,.*)$/ },
  mercadopago: { header: 'x-signature', pattern: /^(ts=)(\d+)(,.*)$/ },
  paypal: { header: 'paypal-transmission-time', pattern: /^()(.*)()$/ },
}

/** All headers that the signature needs. */
export const SIGNED_HEADERS: Record<ProviderName, string[]> = {
  sandbox: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  stripe: ['stripe-signature'],
  mercadopago: ['x-request-id', 'x-signature'],
  paypal: [
    'paypal-auth-algo',
    'paypal-cert-url',
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
  ],
}

export function headerOf({ headers }: CallbackParts, name: string): string {
  return headers.find(([known]) => known === name)?.[1] ?? ''
}

export function withHeader(parts: CallbackParts, name: string, value: string): CallbackParts {
  return { ...parts, headers: parts.headers.map(([known, was]) => [known, known === name ? value : was]) }
}

export function valueAt(parts: CallbackParts, { header, pattern }: Place): string {
  return pattern.exec(headerOf(parts, header))?.[2] ?? ''
}

export function withValueAt(parts: CallbackParts, { header, pattern }: Place, value: string): CallbackParts {
  const [, before = '', , after = ''] = pattern.exec(headerOf(parts, header)) ?? []
  return withHeader(parts, header, before + value + after)
}

/** The bytes of a callback, and which answer they need. */
export function toMessage(parts: CallbackParts): Pick<Message, 'bytes' | 'methods' | 'answerRequired'> {
  const { method = 'POST', path, query, headers, body, chunked, trailer, isBroken = false } = parts
  const framing: Header = chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]
  const bytes = formatRequest({
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: [['Host', 'shop.example'], ...headers, framing],
    body: chunked ? encodeChunks([body], trailer) : body,
  })
  return { bytes, methods: [method], answerRequired: !isBroken }
}
