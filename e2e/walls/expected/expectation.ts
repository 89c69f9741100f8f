import type { CallerName } from '../callers.ts'
import type { Person } from '../people.ts'
import type { Scene } from '../scene.ts'

/** A request that is in order. */
export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  ifMatch?: string
  /** Somebody made for this request alone, because it is the end of him. */
  as?: Person
}

/** Where a request is made: a store with its things, and for what belongs to nobody's store, who asks. */
export type Setting = Scene & { person: Person }

export type Expectation = {
  /** Who may. 'everybody': whoever has not signed in, too. 'known': people and programs. 'people': whoever has signed in. */
  may: readonly CallerName[] | 'everybody' | 'known' | 'people'
  /** The one that a token needs; null: tokens have nothing to look for here. */
  scope: string | null
  status: number
  /** Makes what the request is about, new each time, so that it can be done each time. */
  request: (setting: Setting) => Request | Promise<Request>
  /** A password is hashed. */
  slow?: true
  /** There is one of it in a store, so it is made just before it is needed. */
  late?: true
  /** Names of the address that are nobody's: a payment provider, a player who has not bought yet. */
  free?: string[]
  /** Ids in the body and in the query, by their place, `body/items/0/productId`, and what becomes of those of others. */
  named?: Record<string, number>
  /** The same with other words in the query, for the owner: each filter of a list has a statement of its own. */
  also?: (setting: Setting) => Promise<Record<string, string>[]>
  /** How many a list has in a store that has nothing. */
  inEmpty?: number
  /** Other requests to the same operation, by the owner: what is not in the state for it, and other ways to do it. */
  more?: (Pick<Expectation, 'status' | 'request'> & Partial<Pick<Expectation, 'named'>>)[]
  /** What stands in the answer to a stranger. */
  holds?: string
  /** In whose log it stands. Not said: the store's, when it is a write or an operator's look. */
  audit?: 'always' | 'elsewhere' | 'never'
  /** It ends the session that asks, so whoever asks again is not known any more. */
  endsSession?: true
}

export type Table = Record<string, Expectation>

const ALONE = ['token', 'token of this scope'] as const
export const OPERATORS = ['operator'] as const
/** By role, and by tokens that have the scope. A token is never more than whoever made it. */
export const OWNERS = ['owner', 'owner in a browser', 'page of another site', ...ALONE, ...OPERATORS] as const
export const MANAGERS = ['manager', ...OWNERS] as const
export const SUPPORTERS = ['support', ...MANAGERS] as const
export const VIEWERS = ['viewer', 'token of a viewer', ...SUPPORTERS] as const
/** What programs cannot do, whatever their scopes. */
export const OWNERS_THEMSELVES = ['owner', 'owner in a browser', 'page of another site', ...OPERATORS] as const
