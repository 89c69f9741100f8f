import { createRandom, type Random } from '../../kit/random.ts'
import type { Sent } from '../judge.ts'
import { METHODS, TYPES } from '../odd-parts.ts'
import type { Desk } from './desk.ts'
import type { Operation, Parameter } from './document.ts'
import { makeCursor, makeValue, type Making, newIdText, spoil } from './make-value.ts'
import { ODD_BODIES, ODD_KEYS, ODD_MATCHES, ODD_MOMENTS, ODD_NUMBERS, ODD_TEXTS } from './odd-values.ts'

export type ManageSent = Sent & { target: string; method: string; random: Random }

/** Ask for a slow hash, or end whoever asks: now and then is enough. */
const SELDOM: Record<string, number> = {
  signIn: 0.1,
  confirmSignUp: 0.1,
  reauthenticate: 0.1,
  changePassword: 0.1,
  resetPassword: 0.1,
  signOut: 0.02,
  closeAccount: 0.02,
}
const PREFIXES = [
  'sto',
  'srv',
  'key',
  'cat',
  'prd',
  'chk',
  'cmd',
  'rdl',
  'whe',
  'evt',
  'prk',
  'acc',
  'inv',
  'tok',
  'ses',
  'psk',
]
const OF: Record<string, string> = {
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
}

/** Requests to every operation of the document: in order, nearly so, and hostile. */
export function createRequestMaker(desk: Desk, operations: Operation[]) {
  return ({ seed, count }: { seed: number; count: number }): ManageSent[] => {
    const random = createRandom(seed)
    const chosen: ManageSent[] = []
    while (chosen.length < count) {
      const operation = random.pick(operations)
      if (random.chance(SELDOM[operation.id] ?? 1)) chosen.push(makeRequest(operation, desk, random.fork()))
    }
    return chosen
  }
}

function makeRequest(operation: Operation, desk: Desk, random: Random): ManageSent {
  const making: Making = { random, ids: desk.ids }
  const usual = random.chance(0.5)
  const odd = (probability: number) => !usual && random.chance(probability)
  const method = odd(0.06) ? random.pick(METHODS.filter(({ clean }) => clean)).text : operation.method
  const target = targetOf(operation, making, odd)
  const body = bodyOf(operation, making, { usual, odd })
  const type = odd(0.08) ? random.pick(TYPES) : 'application/json'
  const headers = [
    ['Host', 'store.example'],
    ...desk.credential(operation, random),
    ...(body.length > 0 && type !== '' ? [['Content-Type', type]] : []),
    ...keyOf(operation, random, odd),
    ...matchOf(operation, random, odd),
    ...(odd(0.1) ? [['X-Request-Id', random.pick(ODD_KEYS)]] : []),
    ...(body.length > 0 ? [['Content-Length', String(body.length)]] : []),
  ].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join('')}\r\n`, 'latin1')
  return {
    kind: operation.id,
    bytes: Buffer.concat([head, body]),
    methods: [method],
    method,
    target,
    random,
    cuts: [],
    // CONNECT and the like leave HTTP behind.
    owed: method !== 'CONNECT',
    ends: method === 'CONNECT',
    abandons: false,
  }
}

type Odd = (probability: number) => boolean

function targetOf({ path, parameters }: Operation, making: Making, odd: Odd): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(paramOf(name, making, odd).toWellFormed()),
  )
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && making.random.chance(0.3))
    .map((parameter) => `${parameter.name}=${encodeURIComponent(queryOf(parameter, making, odd).toWellFormed())}`)
  if (odd(0.05))
    query.push(
      making.random.pick(['nonsense=1', 'limit=1&limit=2', '__proto__=1', 'limit[]=1', '%00=%00', '%', '&&', 'cursor']),
    )
  const target = query.length > 0 ? `${filled}?${query.join('&')}` : filled
  return odd(0.03) ? spoiledTarget(target, making.random) : target
}

function spoiledTarget(target: string, random: Random): string {
  return random.pick([
    `${target}/`,
    `${target}//`,
    target.toUpperCase(),
    `/${target}`,
    `${target}%00`,
    target.replace('/stores/', '/stores/../stores/'),
    `${target}%2f`,
    `${target}%zz`,
  ])
}

function paramOf(name: string, { random, ids }: Making, odd: Odd): string {
  const prefix = OF[name]
  if (prefix === undefined)
    return odd(0.3) ? random.pick(ODD_TEXTS) || 'x' : random.pick(['sandbox', 'stripe', 'github', 'discord'])
  if (odd(0.1)) return random.pick(ODD_TEXTS) || 'x'
  if (odd(0.08)) return ids.pick(random.pick(PREFIXES), random) ?? newIdText(prefix)
  if (odd(0.1)) return newIdText(prefix)
  return ids.pick(prefix, random) ?? newIdText(prefix)
}

function queryOf({ name, schema }: Parameter, making: Making, odd: Odd): string {
  const { random } = making
  if (name === 'cursor') return makeCursor(making)
  if (odd(0.3)) return String(random.pick<string | number>([...ODD_TEXTS, ...ODD_MOMENTS, ...ODD_NUMBERS]))
  return String(makeValue(schema, making, name))
}

function bodyOf({ body, method }: Operation, making: Making, { usual, odd }: { usual: boolean; odd: Odd }): Buffer {
  const { random } = making
  if (odd(0.1)) return Buffer.from(random.pick(ODD_BODIES), 'latin1')
  if (body === undefined) return odd(0.1) ? Buffer.from('{}') : Buffer.alloc(0)
  if (method === 'GET') return Buffer.alloc(0)
  const value = makeValue(body, making)
  return Buffer.from(JSON.stringify(usual || random.chance(0.2) ? value : spoil(value, making)) ?? '')
}

const REUSED = Array.from({ length: 40 }, (_, i) => `key-${i}`)

function keyOf({ method }: Operation, random: Random, odd: Odd): string[][] {
  if (odd(0.08)) return [['Idempotency-Key', random.pick(ODD_KEYS)]]
  if (method === 'GET' || random.chance(0.5)) return []
  return [['Idempotency-Key', random.chance(0.5) ? random.pick(REUSED) : `fresh-${random.integer(0, 1e9)}`]]
}

function matchOf({ parameters }: Operation, random: Random, odd: Odd): string[][] {
  const takesIt = parameters.some(({ name }) => name === 'if-match')
  if (odd(0.15)) return [['If-Match', random.pick(ODD_MATCHES)]]
  if (!takesIt || odd(0.1)) return []
  return [['If-Match', random.chance(0.8) ? '*' : `"${random.integer(1, 4)}"`]]
}
