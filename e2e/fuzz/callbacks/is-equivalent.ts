import { decodePercent } from '../message.ts'
import { type CallbackParts, SIGNED_HEADERS } from './callback-parts.ts'

/**
 * Whether the altered callback means the same as the original, as far as the provider signs it. The product must accept
 * both or none. The README lists these cases.
 */
export function isEquivalent(original: CallbackParts, altered: CallbackParts): boolean {
  if (altered.isBroken) return false
  if ((altered.method ?? 'POST') !== 'POST' || decodePercent(altered.path) !== original.path) return false
  if (!SIGNED_HEADERS[original.provider].every((name) => sameHeader(name, original, altered))) return false
  return original.provider === 'mercadopago' ? isSameNotice(original, altered) : altered.body.equals(original.body)
}

function sameHeader(name: string, original: CallbackParts, altered: CallbackParts): boolean {
  const [was = ''] = valuesOf(name, original)
  const [is, ...more] = valuesOf(name, altered)
  if (is === undefined || more.length > 0) return false
  if (name === 'stripe-signature') return sameStripe(was, is)
  return name === 'x-signature' ? sameMercadopago(was, is) : was === is
}

function valuesOf(name: string, { headers }: CallbackParts): string[] {
  return headers
    .filter(([known]) => known.toLowerCase() === name)
    .map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, ''))
}

/** One of several `v1` has to match, because Stripe signs with both secrets during a change. Other schemes are ignored. */
function sameStripe(was: string, is: string): boolean {
  const parts = is.split(',')
  const [time = '', signature = ''] = was.split(',')
  return parts.filter((part) => part.startsWith('t=')).join() === time && parts.includes(signature)
}

/** The parts can be in any order, with spaces around them and with other parts between them. */
function sameMercadopago(was: string, is: string): boolean {
  const parts = is.split(',').map((part) => part.trim())
  const known = parts.filter((part) => /^(ts|v1)/i.test(part))
  return known.toSorted().join() === was
}

/** The body is not signed. The product can only notice a body that contradicts the query. */
function isSameNotice(original: CallbackParts, altered: CallbackParts): boolean {
  const before = new URLSearchParams(original.query)
  const after = new URLSearchParams(altered.query)
  const same = (name: string) => after.getAll(name).join().toLowerCase() === before.get(name)
  return same('data.id') && after.getAll('type').join() === before.get('type') && matchesQuery(altered.body, before)
}

function matchesQuery(body: Buffer, query: URLSearchParams): boolean {
  const text = body.toString()
  try {
    const { type, data } = Object(JSON.parse(text)) as { type?: unknown; data?: unknown }
    const id = (Object(data) as { id?: unknown }).id
    const sameId = typeof id === 'number' ? id === Number(query.get('data.id')) : id === query.get('data.id')
    return (
      text.trimStart().startsWith('{') &&
      (type === undefined || type === query.get('type')) &&
      (id === undefined || sameId)
    )
  } catch {
    return false
  }
}
