import { ODD, ODD_HTTP } from './odd-values.ts'
import { ID_PREFIXES, makeCursor, makeValue, newIdText, type RequestContext } from './make-value.ts'
import type { Operation, Parameter } from './openapi.ts'

const FREE_TEXTS = ['sandbox', 'stripe', 'github', 'discord']
const ODD_BYTES = ['\0', ' ', '\t', '\x01', '\x7f', '\x80', '\r', '\n', '\x1b', '\u00ff']

/** Text whose characters are the bytes that are sent. `isValid`: HTTP allows it. */
export type Part = { text: string; isValid: boolean }

/** The path and query of an operation, or something that looks like them. */
export function makeTarget({ path, parameters }: Operation, context: RequestContext): Part {
  const { random, odd, secret } = context
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(makePathParameter(name, context)))
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.3))
    .map((parameter) => `${parameter.name}=${encode(makeQueryParameter(parameter, context))}`)
  if (odd(0.1)) query.push(random.pick([...ODD_HTTP.queries, 'limit=1&limit=2', 'limit[]=1', 'cursor', secret]))
  const target = query.length > 0 ? `${filled}?${query.join('&')}` : filled
  return odd(0.12) ? spoilTarget(target, context) : { text: target, isValid: true }
}

function makePathParameter(name: string, { random, ids, odd }: RequestContext): string {
  const prefix = ID_PREFIXES[name]
  if (odd(prefix === undefined ? 0.3 : 0.1)) return random.pick(ODD.texts) || 'x'
  if (prefix === undefined) return random.pick(FREE_TEXTS)
  if (odd(0.08)) return ids.any(random)
  if (odd(0.1)) return newIdText(prefix)
  return ids.pick(prefix, random) ?? newIdText(prefix)
}

function makeQueryParameter({ name, schema }: Parameter, context: RequestContext): string {
  const { random, odd } = context
  if (name === 'cursor') return makeCursor(context)
  if (odd(0.3)) return String(random.pick<string | number>([...ODD.texts, ...ODD.moments, ...ODD.numbers]))
  return String(makeValue(schema, context, name))
}

function spoilTarget(target: string, { random, secret }: RequestContext): Part {
  const at = random.integer(0, target.length - 1)
  const [before, after] = [target.slice(0, at), target.slice(at)]
  if (random.chance(0.1)) return { text: before + random.pick(ODD_BYTES) + after, isValid: false }
  const unit = random.pick(['a', '/', '%41', '%'])
  const text = random.pick([
    `${before}%${after.charCodeAt(0).toString(16)}${after.slice(1)}`,
    before + after.toUpperCase(),
    random.pick(ODD_HTTP.targets),
    target + random.pick(ODD_HTTP.targetSuffixes),
    random.pick(ODD_HTTP.targetSuffixes) + target,
    target.replace(/\/(?=\w+$)/, '/../x/'),
    `${target}/${unit.repeat(random.pick([1_000, 8_000, 16_000, 17_000, 40_000]) / unit.length)}`,
    `/${secret}`,
    `http://127.0.0.1${target}`,
  ])
  return { text, isValid: true }
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
