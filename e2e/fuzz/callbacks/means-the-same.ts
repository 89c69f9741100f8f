import { type CallbackParts, SIGNED_HEADERS } from './callback-parts.ts'

/**
 * Whether an altered callback still says what the original said, as far as the provider signs it. Such a one is no
 * alteration: whoever believes the original must believe it too. The README says which these are, and why.
 */
export function meansTheSame(original: CallbackParts, altered: CallbackParts): boolean {
  if (altered.broken) return false
  if ((altered.method ?? 'POST') !== 'POST' || decoded(altered.path) !== original.path) return false
  if (!SIGNED_HEADERS[original.provider].every((name) => sameHeader(name, original, altered))) return false
  return original.provider === 'mercadopago' ? sameNotice(original, altered) : altered.body.equals(original.body)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
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

/** Of several v1 one has to fit: while an owner changes the secret, Stripe signs with both. Other schemes are passed over. */
function sameStripe(was: string, is: string): boolean {
  const parts = is.split(',')
  const [time = '', signature = ''] = was.split(',')
  return parts.filter((part) => part.startsWith('t=')).join() === time && parts.includes(signature)
}

/** Parts may stand in any order, with blanks around them and others beside them. */
function sameMercadopago(was: string, is: string): boolean {
  const parts = is.split(',').map((part) => part.trim())
  const known = parts.filter((part) => /^(ts|v1)/i.test(part))
  return known.toSorted().join() === was
}

/** The body is not signed at all; only one that contradicts the address is a forgery that can be seen. */
function sameNotice(original: CallbackParts, altered: CallbackParts): boolean {
  const was = new URLSearchParams(original.query)
  const is = new URLSearchParams(altered.query)
  const same = (name: string) => is.getAll(name).join().toLowerCase() === was.get(name)
  return same('data.id') && is.getAll('type').join() === was.get('type') && agrees(altered.body, was)
}

function agrees(body: Buffer, address: URLSearchParams): boolean {
  const text = body.toString()
  try {
    const { type, data } = Object(JSON.parse(text)) as { type?: unknown; data?: unknown }
    const id = (Object(data) as { id?: unknown }).id
    const sameId = typeof id === 'number' ? id === Number(address.get('data.id')) : id === address.get('data.id')
    return (
      text.trimStart().startsWith('{') &&
      (type === undefined || type === address.get('type')) &&
      (id === undefined || sameId)
    )
  } catch {
    return false
  }
}
