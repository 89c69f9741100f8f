import fc from 'fast-check'
import { ANY_COMMAND, bodies, OWN_COMMAND, rightBody } from './bodies.ts'
import { authorization, BENT, type Header, KEY, oddAuthorization, otherHeaders, REVOKED } from './headers.ts'
import { EXTRAS, GARBAGE, HOSTS, METHODS, TYPES, VERSIONS } from './odd-parts.ts'
import type { Sent } from './judge.ts'
import { type Operation, type Part, PATHS, targets } from './targets.ts'

/** What the store of the run holds, for requests to name. */
export type World = {
  keys: string[]
  /** Keys of servers with something in the queue, each with its commands. */
  stocked: { key: string; deliveryIds: string[] }[]
  /** A key that is asked for so often that its limits are met. */
  busyKey: string
  revokedKeys: string[]
}

export type GamesSent = Sent & { kind: 'request' | 'pipeline' | 'garbage' | 'half'; targets: string[] }

type Framing = 'length' | 'chunked' | 'chunks' | 'broken'

type Request = { method: string; target: string; head: string; body: Buffer; clean: boolean; leavesHttp: boolean }

const PLACES = new RegExp([KEY, REVOKED, BENT, OWN_COMMAND, ANY_COMMAND].join('|'), 'g')

/** All the ways to speak to the games surface, and some that are not speaking. */
export function gamesRequests(world: World): fc.Arbitrary<GamesSent> {
  const request = oneRequest(world)
  const cuts = fc.oneof(
    { weight: 5, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.nat(600), { maxLength: 3 }) },
  )
  const single = fc.tuple(request, cuts).map(([each, at]) => sent('request', [each], { cuts: at }))
  const pipeline = fc.array(request, { minLength: 2, maxLength: 5 }).map((list) => sent('pipeline', list))
  const half = fc
    .tuple(request, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
    .map(([each, share, abandons]) => {
      const whole = sent('half', [each])
      const bytes = whole.bytes.subarray(0, Math.floor(whole.bytes.length * share))
      return { ...whole, bytes, owed: false, abandons, ends: true }
    })
  return fc.oneof(
    { weight: 88, arbitrary: single },
    { weight: 4, arbitrary: pipeline },
    { weight: 4, arbitrary: half },
    { weight: 4, arbitrary: garbage() },
  )
}

function sent(kind: GamesSent['kind'], requests: Request[], changes: Partial<GamesSent> = {}): GamesSent {
  // Whoever asks for another protocol cannot count on what follows being read as HTTP.
  const owed = requests.every(({ clean, leavesHttp }) => clean && (requests.length === 1 || !leavesHttp))
  return {
    kind,
    bytes: Buffer.concat(requests.flatMap(({ head, body }) => [Buffer.from(head, 'latin1'), body])),
    methods: requests.map((request) => request.method),
    targets: requests.map((request) => request.target),
    cuts: [],
    owed,
    // The server may wait for the rest of what is no request; it learns here that nothing comes.
    ends: !owed,
    abandons: false,
    ...changes,
  }
}

function oneRequest(world: World): fc.Arbitrary<Request> {
  const byOperation = (Object.keys(PATHS) as Operation[]).map((operation) => requestFor(operation, world))
  return fc.oneof(...byOperation)
}

function requestFor(operation: Operation, world: World): fc.Arbitrary<Request> {
  const usualMethod = operation === 'poll' ? 'GET' : 'POST'
  const right = operation === 'poll' ? fc.constant(Buffer.alloc(0)) : rightBody(operation)
  return fc
    .record({
      who: fc.record({ server: fc.nat(), command: fc.nat(), mistake: fc.nat() }),
      method: mostly(12, usual(usualMethod), 2, METHODS),
      target: fc.oneof(
        { weight: 5, arbitrary: fc.constant(usual(PATHS[operation])) },
        { weight: 1, arbitrary: targets(PATHS[operation]) },
      ),
      version: mostly(30, usual('HTTP/1.1'), 1, VERSIONS),
      host: mostly<Header[]>(30, [['Host', 'store.example']], 1, HOSTS),
      access: fc.oneof({ weight: 4, arbitrary: authorization() }, { weight: 1, arbitrary: oddAuthorization() }),
      others: otherHeaders(),
      type: mostly(4, 'application/json', 1, TYPES),
      body: fc.oneof({ weight: 2, arbitrary: right }, { weight: operation === 'poll' ? 1 : 3, arbitrary: bodies() }),
      framing: mostly<Framing>(9, 'length', 1, ['chunked', 'chunks', 'broken']),
      extra: mostly<Header[]>(20, [], 1, EXTRAS),
    })
    .map((parts) => {
      const fill = fillFor(world, parts.who)
      const given = Buffer.from(fill(parts.body.toString('latin1')), 'latin1')
      const typed: Header[] = parts.type === '' || given.length === 0 ? [] : [['Content-Type', parts.type]]
      const { headers, body, clean } = framed(given, parts.framing)
      const list = [...parts.host, ...parts.access, ...typed, ...parts.others.list, ...parts.extra, ...headers].filter(
        ([name, value], _, all) =>
          !isSecretId(name, value) || all.some(([other, key]) => /^authorization$/i.test(other) && key.includes(KEY)),
      )
      const leavesHttp = parts.method.text === 'CONNECT' || list.some(([name]) => name === 'Upgrade')
      const lines = list.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      return {
        method: parts.method.text,
        target: fill(parts.target.text),
        head: fill(`${parts.method.text} ${parts.target.text} ${parts.version.text}\r\n${lines}\r\n`),
        body,
        leavesHttp,
        clean: clean && parts.method.clean && parts.target.clean && parts.version.clean && parts.others.clean,
      }
    })
}

/** A key sent as the request's id can be recognised only beside the same key in its right place. */
function isSecretId(name: string, value: string): boolean {
  return /^x-request-id$/i.test(name) && value === KEY
}

/** Who is calling is decided last: building generators anew for each caller would cost more than the calls. */
function fillFor(world: World, { server, command, mistake }: { server: number; command: number; mistake: number }) {
  const { key, deliveryIds } = callerOf(world, server)
  const values: Record<string, () => string> = {
    [KEY]: () => key,
    [REVOKED]: () => pick(world.revokedKeys, mistake),
    [BENT]: () => bent(key, mistake),
    [OWN_COMMAND]: () => pick(deliveryIds, command),
    [ANY_COMMAND]: () => pick(pick(world.stocked, command).deliveryIds, command),
  }
  return (text: string) => (text.includes('@') ? text.replaceAll(PLACES, (place) => values[place]?.() ?? place) : text)
}

/** One in four has something of its own to report, one in forty is the one that asks too often. */
function callerOf(world: World, n: number): { key: string; deliveryIds: string[] } {
  const stocked = pick(world.stocked, n >> 6)
  if (n % 4 === 0) return stocked
  return { key: n % 40 === 1 ? world.busyKey : pick(world.keys, n >> 6), deliveryIds: stocked.deliveryIds }
}

function bent(key: string, n: number): string {
  const at = (n >> 3) % key.length
  const typo = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
  return pick([typo, typo, key.toUpperCase(), key.slice(0, -1), `${key}\u00ff`, `${key}x`, key.slice(3)], n)
}

function pick<T>(list: T[], n: number): T {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

function usual(text: string): Part {
  return { text, clean: true }
}

function mostly<T>(often: number, value: T, seldom: number, others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: often, arbitrary: fc.constant(value) },
    { weight: seldom, arbitrary: fc.constantFrom(...others) },
  )
}

/** `broken` says that chunks come, and they do not. */
function framed(body: Buffer, framing: Framing): { headers: Header[]; body: Buffer; clean: boolean } {
  if (framing === 'length') {
    return { headers: body.length === 0 ? [] : [['Content-Length', String(body.length)]], body, clean: true }
  }
  const headers: Header[] = [['Transfer-Encoding', 'chunked']]
  if (framing === 'broken') return { headers, body: Buffer.concat([Buffer.from('zz\r\n'), body]), clean: false }
  const middle = framing === 'chunks' ? body.length >> 1 : body.length
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter((part) => part.length > 0)
  const chunks = parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  const end = Buffer.from(framing === 'chunks' ? '0\r\nX-Trailer: a\r\n\r\n' : '0\r\n\r\n')
  return { headers, body: Buffer.concat([...chunks, end]), clean: true }
}

function garbage(): fc.Arbitrary<GamesSent> {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((each) => Buffer.from(each)),
    fc.constantFrom(...GARBAGE).map((text) => Buffer.from(text, 'latin1')),
  )
  return bytes.map((each) => ({
    kind: 'garbage',
    bytes: each,
    methods: ['GET'],
    targets: [''],
    cuts: [],
    owed: false,
    ends: true,
    abandons: false,
  }))
}
