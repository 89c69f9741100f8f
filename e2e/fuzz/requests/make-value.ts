import { randomBytes } from 'node:crypto'
import type { Random } from '../../kit/random.ts'
import type { KnownIds } from './known-ids.ts'
import { ODD } from './odd-values.ts'
import type { Schema } from './openapi.ts'

/** The sources of generated values. `ids` are those that the caller can use. */
export type ValueContext = { random: Random; ids: KnownIds }

/** True with this probability if the request has a fault, and never for a valid request. */
export type Odd = (probability: number) => boolean

/** Everything that the parts of a request depend on. */
export type RequestContext = ValueContext & { isValid: boolean; odd: Odd; secret: string; isAuthorized: boolean }

/** Prefixes of ids by the name of a field or path parameter. `player` is the list of game user ids. */
export const ID_PREFIXES: Record<string, string> = {
  storeId: 'sto',
  serverId: 'srv',
  keyId: 'key',
  categoryId: 'cat',
  productId: 'prd',
  checkoutId: 'chk',
  deliveryId: 'cmd',
  redeliveryId: 'rdl',
  endpointId: 'whe',
  eventId: 'evt',
  parkedPaymentId: 'prk',
  accountId: 'acc',
  invitationId: 'inv',
  tokenId: 'tok',
  sessionId: 'ses',
  passkeyId: 'psk',
  gameUserId: 'player',
  search: 'player',
  online: 'player',
  commandQueueId: 'cmd',
  holding: 'cmd',
  id: 'cmd',
}
const ID_PATTERN = /^\^([a-z]{3})_\[/
const MOMENT_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}T`
const MAX_LENGTH = 24

/** Makes a value that a schema allows, with existing ids where the schema asks for ids. */
export function makeValue(schema: Schema, context: ValueContext, name = ''): unknown {
  const { random } = context
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return makeValue(random.pick(schema.anyOf), context, name)
  return MAKERS[schema.type ?? '']?.(schema, context, name) ?? null
}

const MAKERS: Record<string, (schema: Schema, context: ValueContext, name: string) => unknown> = {
  object: makeObject,
  array: makeArray,
  string: makeText,
  integer: makeNumber,
  number: makeNumber,
  boolean: (_, { random }) => random.chance(0.5),
}

function makeObject(
  { properties = {}, required = [], additionalProperties, patternProperties }: Schema,
  context: ValueContext,
) {
  const { random } = context
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name) || random.chance(0.6)) made[name] = makeValue(schema, context, name)
  }
  const free =
    typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]
  if (!free) return made
  for (const name of ['store', 'secretKey', 'x']) if (random.chance(0.5)) made[name] = makeValue(free, context, name)
  return made
}

function makeArray({ items = {}, minItems = 0, maxItems = 3 }: Schema, context: ValueContext, name: string): unknown[] {
  const length = context.random.integer(minItems, Math.max(minItems, Math.min(maxItems, 3)))
  return Array.from({ length }, () => makeValue(items, context, name))
}

function makeNumber({ minimum = 0, maximum = 1_000, type }: Schema, { random }: ValueContext): number {
  const max = random.chance(0.8) ? Math.min(maximum, minimum + 1_000) : maximum
  if (random.chance(0.3)) return random.pick([minimum, Math.min(minimum + 1, maximum), maximum])
  return type === 'integer' ? Math.floor(random.between(minimum, max)) : random.between(minimum, max)
}

function makeText({ pattern = '', minLength = 0, maxLength = 100 }: Schema, context: ValueContext, name: string) {
  const { random, ids } = context
  const prefix = ID_PATTERN.exec(pattern)?.[1] ?? ID_PREFIXES[name]
  if (prefix !== undefined) return (random.chance(0.9) ? ids.pick(prefix, random) : undefined) ?? newIdText(prefix)
  if (pattern.startsWith(MOMENT_PATTERN)) return random.chance(0.5) ? makeMoment(random) : random.pick(ODD.moments)
  if (pattern === '^[A-Z]{3}$') return random.pick(['BRL', 'EUR', 'JPY', 'KWD', 'XXX'])
  if (name === 'cursor') return makeCursor(context)
  if (name === 'email') return `${randomBytes(6).toString('hex')}@vale.example`
  if (name === 'url') return `https://hook.invalid/${random.integer(0, 99)}`
  if (pattern === '' && random.chance(0.1)) return random.pick(ODD.texts).slice(0, maxLength).padEnd(minLength, 'x')
  const length = Math.min(maxLength, Math.max(minLength, random.integer(1, MAX_LENGTH)))
  return randomBytes(length).toString('base64url').slice(0, length)
}

export function makeCursor({ random, ids }: ValueContext): string {
  const received = ids.cursor(random)
  if (received !== undefined && random.chance(0.4)) return received
  const text = random.chance(0.6) ? ids.any(random) : random.pick(ODD.texts)
  return random.chance(0.9) ? Buffer.from(text).toString('base64url') : text
}

/** An id that nothing has. */
export function newIdText(prefix: string): string {
  return `${prefix}_0${[...randomBytes(25)].map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(byte % 32)).join('')}`
}

function makeMoment(random: Random): string {
  return new Date(Date.now() + random.between(-40, 40) * 86_400_000).toISOString()
}

/** Returns a copy of the value with one fault somewhere in it. */
export function spoilValue(value: unknown, context: ValueContext): unknown {
  const { random } = context
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return makeOddValue(context)
  const keys = Object.keys(value)
  if (Array.isArray(value)) return spoilList(value, context)
  const copy: Record<string, unknown> = { ...value }
  const key = keys.length === 0 ? 'name' : random.pick(keys)
  const way = random.integer(0, 5)
  if (way === 0) delete copy[key]
  else if (way === 1) copy[random.pick([...ODD.texts, 'storeId', 'id', 'version'])] = makeOddValue(context)
  else copy[key] = spoilValue(copy[key], context)
  return copy
}

function spoilList(list: unknown[], context: ValueContext): unknown[] {
  const { random } = context
  if (list.length === 0 || random.chance(0.3)) return [...list, makeOddValue(context)]
  if (random.chance(0.2)) return Array.from({ length: random.pick([51, 101, 1_001]) }, () => list[0])
  const at = random.integer(0, list.length - 1)
  return list.map((item, i) => (i === at ? spoilValue(item, context) : item))
}

function makeOddValue({ random, ids }: ValueContext): unknown {
  const way = random.integer(0, 9)
  if (way <= 3) return random.pick(ODD.texts)
  if (way <= 5) return random.pick(ODD.numbers)
  if (way === 6) return random.pick(ODD.moments)
  if (way === 7) return ids.any(random)
  return random.pick([null, true, false, [], {}, [[]], [null], { a: { b: { c: [] } } }])
}
