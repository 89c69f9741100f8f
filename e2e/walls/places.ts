import { newId, type StoreId, formatId } from '../../server/src/ids.ts'
import type { Request } from './expected/expectation.ts'
import { word } from './scene.ts'

/** Whose thing a request names: one's own, or at one place (`storeId`, `body/serverId`) that of others, of nobody, or none at all. */
export type Place = { whose: 'own' | 'foreign' | 'unknown' | 'malformed'; what: string }

const ID = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/

/** Every way to ask for what is not there, beside the one way to ask for what is. */
export function placesOf(names: string[], named: string[], own: Request): Place[] {
  const isId = (what: string) => what === 'storeId' || ID.test(own.params?.[what] ?? '')
  return [
    { whose: 'own', what: '' },
    ...[...names, ...named].flatMap((what): Place[] => [
      { whose: 'foreign', what },
      { whose: 'unknown', what },
      ...(names.includes(what) && isId(what) ? [{ whose: 'malformed', what } as const] : []),
    ]),
  ]
}

export type Sides = { own: { storeId: StoreId; request: Request }; foreign: { storeId: StoreId; request: Request } }

/** The request as it is made at a place, and what stands there, so that an echo of it is not taken for a leak. */
export function requestAt({ own, foreign }: Sides, { whose, what }: Place): { request: Request; sent: string } {
  const storeId = formatId('sto', own.storeId)
  const request: Request = structuredClone({ ...own.request, params: { storeId, ...own.request.params } })
  if (whose === 'own') return { request, sent: '' }
  const others: Request = {
    ...foreign.request,
    params: { storeId: formatId('sto', foreign.storeId), ...foreign.request.params },
  }
  const sent = { foreign: (text: string) => text, unknown: nobodys, malformed: broken }[whose](textAt(others, what))
  putAt(request, what, sent)
  return { request, sent }
}

function nobodys(text: string): string {
  const [, prefix] = ID.exec(text) ?? []
  return prefix === undefined ? word({ marker: 'nobody' }) : `${prefix}${formatId('sto', newId<StoreId>()).slice(3)}`
}

function broken(text: string): string {
  return `${text.slice(0, -1)}!`
}

type Holder = Record<string, unknown>

function holderOf(request: Request, what: string): [holder: Holder, name: string] {
  const steps = what.includes('/') ? what.split('/') : ['params', what]
  let holder = request as Holder
  for (const step of steps.slice(0, -1)) holder = holder[step] as Holder
  return [holder, steps.at(-1) ?? '']
}

function textAt(request: Request, what: string): string {
  const [holder, name] = holderOf(request, what)
  const text = holder[name]
  if (typeof text !== 'string') throw new Error(`nothing is named at ${what}`)
  return text
}

function putAt(request: Request, what: string, text: string): void {
  const [holder, name] = holderOf(request, what)
  holder[name] = text
}
