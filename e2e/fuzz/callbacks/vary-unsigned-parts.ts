import type { Random } from '../../kit/random.ts'
import { ODD_HTTP } from '../requests/odd-http.ts'
import type { CallbackParts } from './callback-parts.ts'

type Change = (parts: CallbackParts, random: Random) => CallbackParts

/** Changes parts that no provider signs. A genuine callback stays genuine. */
export function varyUnsignedParts(parts: CallbackParts, random: Random): CallbackParts {
  return random.pick(PLAIN)(parts, random)
}

/** Changes unsigned parts, also in ways that make a callback invalid. */
export function varyAnything(parts: CallbackParts, random: Random): CallbackParts {
  return random.pick(random.chance(0.5) ? PLAIN : ODD)(parts, random)
}

const PLAIN: Change[] = [
  (parts) => ({ ...parts, chunked: true }),
  (parts) => withType(parts, 'application/json; charset=utf-8'),
  (parts) => withNames(parts, (name) => name.toUpperCase()),
  (parts) => withNames(parts, (name) => name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase())),
  (parts) => ({ ...parts, headers: parts.headers.map(([name, value]) => [name, ` \t${value} \t`]) }),
  (parts) => ({ ...parts, headers: parts.headers.toReversed() }),
  (parts) => ({ ...parts, headers: [['User-Agent', 'provider/1.0'], ['Accept', '*/*'], ...parts.headers] }),
  (parts) => ({ ...parts, headers: [...parts.headers, ['X-Forwarded-For', '203.0.113.9']] }),
  (parts) => ({ ...parts, query: parts.query === '' ? 'source=news' : `source=news&${parts.query}` }),
  (parts) => ({ ...parts, path: parts.path.replace('/sto_', '/%73to_') }),
]

const ODD: Change[] = [
  (parts, random) => withType(parts, random.pick(ODD_HTTP.contentTypes)),
  (parts) => ({ ...parts, headers: parts.headers.filter(([name]) => name !== 'content-type') }),
  (parts) => ({ ...parts, headers: [...parts.headers, ['Content-Encoding', 'gzip']] }),
  (parts) => ({ ...parts, headers: [...parts.headers, ['Content-Encoding', 'br, nonsense']] }),
  (parts) => ({ ...parts, headers: [...parts.headers, ['Expect', '100-continue']] }),
  (parts) => ({ ...parts, headers: [...parts.headers, ['Authorization', 'Bearer x']] }),
  (parts) => ({ ...parts, headers: [...parts.headers, ['X-HTTP-Method-Override', 'GET']] }),
  (parts) => ({ ...parts, query: `${parts.query}&__proto__=x&a[b]=c&%` }),
]

function withType(parts: CallbackParts, type: string): CallbackParts {
  return { ...parts, headers: parts.headers.map(([name, value]) => [name, name === 'content-type' ? type : value]) }
}

function withNames(parts: CallbackParts, change: (name: string) => string): CallbackParts {
  return { ...parts, headers: parts.headers.map(([name, value]) => [change(name), value]) }
}
