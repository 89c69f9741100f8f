import type { CallerName } from '../callers.ts'
import type { Account } from '../fixtures/accounts.ts'
import type { StoreContext } from '../store-context.ts'

/** A valid request. */
export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  ifMatch?: string
  /** An account for this request alone, because the request changes or closes it. */
  as?: Account
}

/** The store that a request is for, and the account that sends it. */
export type RequestContext = StoreContext & { account: Account }

export type Expectation = {
  /** `anyone` includes callers who have not signed in. */
  allowed: readonly CallerName[] | 'anyone' | 'accounts and tokens' | 'accounts'
  /** The scope that a token needs. Null: the operation is not for tokens. */
  scope: string | null
  status: number
  /** Creates what the request needs, again for each request. */
  request: (context: RequestContext) => Promise<Request>
  /** The product hashes a password. */
  isSlow?: true
  /** A store has only one of these, so it is created just before each request. */
  isSingle?: true
  /** Names in the URL that do not belong to a store, such as a payment provider. */
  sharedNames?: string[]
  /** Ids in the body by their location, such as `body/items/0/productId`, with the status for a foreign id. */
  idsInBody?: Record<string, number>
  /** Other queries of a list, for the owner: each filter has its own statement. */
  filters?: (context: RequestContext) => Promise<Record<string, string>[]>
  itemsInEmptyStore?: number
  /** Other requests of the owner: for things in other states, and other ways to do the same. */
  others?: Pick<Expectation, 'status' | 'request'>[]
  /** A part of the response to the caller `stranger`. */
  contains?: string
  /** Where the audit log has it. Default: in the store, for writes and for reads of operators. */
  audit?: 'always' | 'other store' | 'never'
  /** The session of the caller ends, so the same caller is unknown afterwards. */
  endsSession?: true
}

export type Table = Record<string, Expectation>

/** A value, or a function that creates it. */
type Source<T> = T | ((context: RequestContext) => T | Promise<T>)
/** The parts of a request. They are created in this order. */
type RequestSource = {
  params?: Source<Record<string, string>>
  as?: Source<Account>
  body?: Source<Record<string, unknown>>
  query?: Record<string, string>
  ifMatch?: string
}
export type RequestOrSource = RequestSource | ((context: RequestContext) => Promise<Request>)
export type More = Partial<Omit<Expectation, 'allowed' | 'scope' | 'status' | 'request'>>

/** One row of the table: these callers get this status. */
export function allow(
  allowed: Expectation['allowed'],
  scope: string | null,
  status: number,
  source: RequestOrSource = {},
  more: More = {},
): Expectation {
  return { allowed, scope, status, request: toRequest(source), ...more }
}

/** A list, with as many items as one page can have. */
export const LIST: RequestSource = { query: { limit: '200' } }

export function other(status: number, source: RequestOrSource) {
  return { status, request: toRequest(source) }
}

function toRequest(source: RequestOrSource): Expectation['request'] {
  if (typeof source === 'function') return source
  return async (context) => {
    const { params, as, body, ...rest } = source
    return {
      ...rest,
      ...(params && { params: await create(params) }),
      ...(as && { as: await create(as) }),
      ...(body !== undefined && { body: await create(body) }),
    }

    async function create<T>(value: Source<T>): Promise<T> {
      return typeof value === 'function' ? (value as (context: RequestContext) => T | Promise<T>)(context) : value
    }
  }
}

const TOKENS = ['token', 'token of this scope'] as const
const OPERATOR = ['operator'] as const
const OWNER_ACCOUNTS = ['owner', 'owner in a browser', 'page of another site', ...OPERATOR] as const
/** By role, and tokens with the scope. A token never has more permissions than its creator. */
const OWNERS = [...OWNER_ACCOUNTS, ...TOKENS] as const
const MANAGERS = ['manager', ...OWNERS] as const
const SUPPORTERS = ['support', ...MANAGERS] as const
const VIEWERS = ['viewer', 'token of a viewer', ...SUPPORTERS] as const

type AllowRole = (scope: string | null, status: number, source?: RequestOrSource, more?: More) => Expectation

/** Rows of the table for a role and all roles above it. */
export const operator: AllowRole = (...row) => allow(OPERATOR, ...row)
export const ownerAccounts: AllowRole = (...row) => allow(OWNER_ACCOUNTS, ...row)
export const owners: AllowRole = (...row) => allow(OWNERS, ...row)
export const managers: AllowRole = (...row) => allow(MANAGERS, ...row)
export const supporters: AllowRole = (...row) => allow(SUPPORTERS, ...row)
export const viewers: AllowRole = (...row) => allow(VIEWERS, ...row)
