import { randomBytes } from 'node:crypto'
import { formatId, newId, type StoreId } from '../../server/src/ids.ts'
import type { Request } from './expected/expectation.ts'
import { uniqueName } from './store-context.ts'

/** Which id a request has at one location, such as `storeId` in the URL or `body/serverId`. */
export type IdVariant = { owner: 'own' | 'foreign' | 'unknown' | 'malformed'; location: string }

export const OWN_IDS: IdVariant = { owner: 'own', location: '' }

const ID = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/

/** The locations of all ids in a body, such as `body/items/0/productId`. */
export function findIds(value: unknown, location = 'body'): string[] {
  if (typeof value === 'string') return ID.test(value) || HASH.test(value) ? [location] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => findIds(item, `${location}/${name}`))
}

/** One request with own ids, and one for each id that is replaced. */
export function listIdVariants(urlNames: string[], otherLocations: string[], own: Request): IdVariant[] {
  const isId = (name: string) => ID.test(own.params[name] ?? '')
  return [
    OWN_IDS,
    ...[...urlNames, ...otherLocations].flatMap((location): IdVariant[] => [
      { owner: 'foreign', location },
      { owner: 'unknown', location },
      ...(urlNames.includes(location) && isId(location) ? [{ owner: 'malformed', location } as const] : []),
    ]),
  ]
}

export type Requests = Record<'own' | 'foreign', Request>

/** Returns the request with the replaced id, and that id: a response may contain it. */
export function applyIdVariant(
  { own, foreign }: Requests,
  { owner, location }: IdVariant,
): { request: Request; sentId: string } {
  const request = structuredClone(own)
  if (owner === 'own') return { request, sentId: '' }
  const replace = {
    foreign: (id: string) => id,
    unknown: createUnknownId,
    malformed: (id: string) => `${id.slice(0, -1)}!`,
  }[owner]
  const [foreignHolder] = findHolder(foreign, location)
  const [holder, name] = findHolder(request, location)
  const id = foreignHolder[name]
  if (typeof id !== 'string') throw new Error(`The request has no id at ${location}`)
  const sentId = replace(id)
  holder[name] = sentId
  return { request, sentId }
}

const HASH = /^[0-9a-f]{32}$/

function createUnknownId(id: string): string {
  if (HASH.test(id)) return randomBytes(16).toString('hex')
  const [, prefix] = ID.exec(id) ?? []
  return prefix === undefined
    ? uniqueName({ marker: 'nobody' })
    : `${prefix}${formatId('sto', newId<StoreId>()).slice(3)}`
}

function findHolder(request: Request, location: string): [holder: Record<string, unknown>, name: string] {
  const steps = location.includes('/') ? location.split('/') : ['params', location]
  let holder = request as Record<string, unknown>
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, unknown>
  return [holder, steps.at(-1) ?? '']
}
