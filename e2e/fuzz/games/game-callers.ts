import { randomBytes, randomUUID } from 'node:crypto'
import type { Random } from '../../kit/random.ts'
import type { Header } from '../message.ts'
import { createKnownIds } from '../requests/known-ids.ts'
import type { MakeCaller } from '../requests/make-request.ts'
import { ODD } from '../requests/odd-values.ts'
import type { GameStores } from './game-stores.ts'

const SCHEMES = ['', '', '', 'Bearer ', 'bearer ', 'BEARER\t', 'Key  ', 'X ', 'Basic ', '  ', 'Bearer: ']
const NAMES = ['Authorization', 'authorization', 'AUTHORIZATION', 'aUTHORIZATION']
const SHORT_CREDENTIALS = ['', ' ', 'Bearer', 'Bearer ', 'qm_', 'qm__', 'null', '\u00e9\u00ff\u0080', 'Basic Og==']
const ODD_CREDENTIALS = [...SHORT_CREDENTIALS, 'undefined', 'a'.repeat(10_000)]

/** Game servers that call: one in four has deliveries, one in forty calls so often that it reaches its rate limit. */
export function createGameCallers({ keys, withDeliveries, revokedKeys, busyKey }: GameStores): MakeCaller {
  const player = ['steve', 'Buyer1', ...ODD.texts.filter((text) => text !== '')]
  const all = withDeliveries.flatMap(({ deliveryIds }) => deliveryIds)
  const callers = withDeliveries.map(({ key, deliveryIds }) => ({
    key,
    // Mostly the caller's own deliveries, and sometimes those of another server.
    ids: createKnownIds({ cmd: [...deliveryIds, ...deliveryIds, ...all.slice(0, 3)], player }),
  }))

  return (_operation, { random, odd }) => {
    const { key: ownKey, ids } = random.pick(callers)
    const key = random.chance(0.25) ? ownKey : random.chance(0.03) ? busyKey : random.pick(keys)
    const headers = odd(0.25)
      ? makeOddCredentials(key, random.pick(revokedKeys), random)
      : [[random.pick(NAMES), random.pick(SCHEMES) + key + random.pick(['', '', '', ' \t '])] as Header]
    return { headers, ids, secret: key }
  }
}

function makeOddCredentials(key: string, revoked: string, random: Random): Header[] {
  const wrong = random.pick([revoked, changeKey(key, random), randomBytes(30).toString('base64'), randomUUID()])
  return random.pick<Header[]>([
    [],
    [['Authorization', random.pick(['', 'Bearer ']) + wrong]],
    [['Authorization', random.pick(ODD_CREDENTIALS)]],
    [['Authorization', random.pick([`Bearer ${key} ${key}`, `${key},${key}`])]],
    ['Authorization', 'authorization'].map((name, i): Header => [name, i === 0 ? key : random.pick([key, wrong])]),
    ['Proxy-Authorization', 'X-Api-Key'].map((name): Header => [name, key]),
  ])
}

function changeKey(key: string, random: Random): string {
  const at = random.integer(0, key.length - 1)
  const typo = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
  return random.pick([typo, typo, key.toUpperCase(), key.slice(0, -1), `${key}\u00ff`, `${key}x`, key.slice(3)])
}
