import type { Random } from '../../kit/random.ts'
import type { Header } from '../message.ts'
import { ODD_HTTP } from '../requests/odd-values.ts'
import type { Spelling } from './alteration.ts'
import { type CallbackParts, withHeader } from './callback-parts.ts'

type Change = (parts: CallbackParts, random: Random) => Partial<CallbackParts>

/** Changes parts that no provider signs. A genuine callback stays genuine. */
export function varyUnsignedParts(parts: CallbackParts, random: Random): CallbackParts {
  return { ...parts, ...random.pick(PLAIN)(parts, random) }
}

/** Changes unsigned parts, also in ways that make a callback invalid. */
export function varyAnything(parts: CallbackParts, random: Random): CallbackParts {
  return { ...parts, ...random.pick(random.chance(0.5) ? PLAIN : ODD)(parts, random) }
}

const PLAIN: Change[] = [
  () => ({ chunked: true }),
  (parts) => withHeader(parts, 'content-type', 'application/json; charset=utf-8'),
  (parts) => withNames(parts, (name) => name.toUpperCase()),
  (parts) => withNames(parts, (name) => name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase())),
  ({ headers }) => ({ headers: headers.map(([name, value]) => [name, ` \t${value} \t`]) }),
  ({ headers }) => ({ headers: headers.toReversed() }),
  ({ headers }) => ({ headers: [['User-Agent', 'provider/1.0'], ['Accept', '*/*'], ...headers] }),
  ({ headers }) => ({ headers: [...headers, ['X-Forwarded-For', '203.0.113.9']] }),
  ({ query }) => ({ query: query === '' ? 'source=news' : `source=news&${query}` }),
  ({ path }) => ({ path: path.replace('/sto_', '/%73to_') }),
]

const ODD_HEADERS: Header[] = [
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br, nonsense'],
  ['Expect', '100-continue'],
  ['Authorization', 'Bearer x'],
  ['X-HTTP-Method-Override', 'GET'],
]

const ODD: Change[] = [
  (parts, random) => withHeader(parts, 'content-type', random.pick(ODD_HTTP.contentTypes)),
  ({ headers }) => ({ headers: headers.filter(([name]) => name !== 'content-type') }),
  ({ query }) => ({ query: `${query}&__proto__=x&a[b]=c&%` }),
  ...ODD_HEADERS.map((header): Change => ({ headers }) => ({ headers: [...headers, header] })),
]

function withNames({ headers }: CallbackParts, change: Spelling): Partial<CallbackParts> {
  return { headers: headers.map(([name, value]) => [change(name), value]) }
}
