import { randomBytes } from 'node:crypto'
import type { Random } from '../../kit/random.ts'
import type { Schema } from './document.ts'
import type { KnownIds } from './known-ids.ts'
import { ODD_MOMENTS, ODD_NUMBERS, ODD_TEXTS } from './odd-values.ts'

export type Making = { random: Random; ids: KnownIds }

const ID = /^\^([a-z]{3})_\[/
const MOMENT = String.raw`^\d{4}-\d{2}-\d{2}T`
const LONGEST = 24

/** A value that a schema allows, with real ids where it asks for ids. */
export function makeValue(schema: Schema, making: Making, name = ''): unknown {
  const { random } = making
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return makeValue(random.pick(schema.anyOf), making, name)
  switch (schema.type) {
    case 'object':
      return makeObject(schema, making)
    case 'array':
      return makeArray(schema, making, name)
    case 'string':
      return makeText(schema, making, name)
    case 'integer':
    case 'number':
      return makeNumber(schema, making)
    case 'boolean':
      return random.chance(0.5)
    default:
      return null
  }
}

function makeObject(
  { properties = {}, required = [], additionalProperties, patternProperties }: Schema,
  making: Making,
) {
  const { random } = making
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (required.includes(name) || random.chance(0.6)) made[name] = makeValue(schema, making, name)
  }
  const free =
    typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]
  if (free)
    for (const name of ['store', 'secretKey', 'x']) if (random.chance(0.5)) made[name] = makeValue(free, making, name)
  return made
}

function makeArray({ items = {}, minItems = 0, maxItems = 3 }: Schema, making: Making, name: string): unknown[] {
  const length = making.random.integer(minItems, Math.max(minItems, Math.min(maxItems, 3)))
  return Array.from({ length }, () => makeValue(items, making, name))
}

function makeNumber({ minimum = 0, maximum = 1_000, type }: Schema, { random }: Making): number {
  const most = random.chance(0.8) ? Math.min(maximum, minimum + 1_000) : maximum
  if (random.chance(0.1)) return random.pick([minimum, maximum])
  return type === 'integer' ? Math.floor(random.between(minimum, most)) : random.between(minimum, most)
}

function makeText({ pattern = '', minLength = 0, maxLength = 100 }: Schema, making: Making, name: string): string {
  const { random, ids } = making
  const [, prefix] = ID.exec(pattern) ?? []
  if (prefix !== undefined)
    return random.chance(0.9) ? (ids.pick(prefix, random) ?? newIdText(prefix)) : newIdText(prefix)
  if (pattern.startsWith(MOMENT)) return random.chance(0.5) ? someMoment(random) : random.pick(ODD_MOMENTS)
  if (pattern === '^[A-Z]{3}$') return random.pick(['BRL', 'EUR', 'JPY', 'KWD', 'XXX'])
  if (name === 'cursor') return makeCursor(making)
  if (name === 'email') return `${randomBytes(6).toString('hex')}@vale.example`
  if (name === 'url') return `https://hook.invalid/${random.integer(0, 99)}`
  if (name === 'gameUserId' || name === 'search') return ids.pick('player', random) ?? 'steve'
  const length = Math.min(maxLength, Math.max(minLength, random.integer(1, LONGEST)))
  return randomBytes(length).toString('base64url').slice(0, length)
}

export function makeCursor({ random, ids }: Making): string {
  const own = ids.cursor(random)
  if (own !== undefined && random.chance(0.4)) return own
  const text = random.chance(0.6) ? ids.any(random) : random.pick(ODD_TEXTS)
  return random.chance(0.9) ? Buffer.from(text).toString('base64url') : text
}

export function newIdText(prefix: string): string {
  return `${prefix}_0${[...randomBytes(25)].map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(byte % 32)).join('')}`
}

function someMoment(random: Random): string {
  return new Date(Date.now() + random.between(-40, 40) * 86_400_000).toISOString()
}

/** A value with one thing wrong in it, somewhere. */
export function spoil(value: unknown, making: Making): unknown {
  const { random } = making
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return oddValue(making)
  const keys = Object.keys(value)
  if (Array.isArray(value)) return spoilList(value, making)
  const copy: Record<string, unknown> = { ...value }
  const key = keys.length === 0 ? 'name' : random.pick(keys)
  const way = random.integer(0, 5)
  if (way === 0) delete copy[key]
  else if (way === 1) copy[random.pick([...ODD_TEXTS, 'storeId', 'id', 'version'])] = oddValue(making)
  else copy[key] = spoil(copy[key], making)
  return copy
}

function spoilList(list: unknown[], making: Making): unknown[] {
  const { random } = making
  if (list.length === 0 || random.chance(0.3)) return [...list, oddValue(making)]
  if (random.chance(0.2)) return Array.from({ length: random.pick([51, 101, 1_001]) }, () => list[0])
  const at = random.integer(0, list.length - 1)
  return list.map((item, i) => (i === at ? spoil(item, making) : item))
}

function oddValue({ random, ids }: Making): unknown {
  const way = random.integer(0, 9)
  if (way <= 3) return random.pick(ODD_TEXTS)
  if (way <= 5) return random.pick(ODD_NUMBERS)
  if (way === 6) return random.pick(ODD_MOMENTS)
  if (way === 7) return ids.any(random)
  return random.pick([null, true, false, [], {}, [[]], [null], { a: { b: { c: [] } } }])
}
