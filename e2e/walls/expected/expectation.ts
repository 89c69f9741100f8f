import { formatId, type StoreId } from '../../../server/src/ids.ts'
import type { CallerName } from '../callers.ts'
import type { Allowed } from './permissions.ts'
import type { Account } from '../fixtures/accounts.ts'
import type { StoreContext } from '../store-context.ts'

/** A body that is not JSON, or that is signed, with its headers. */
export type RawBody = { text: string | Uint8Array; headers: Record<string, string> }

/** A valid request. */
export type Request = {
  params: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  raw?: RawBody
  ifMatch?: string
  /** An account for this request alone, because the request changes or closes it. */
  as?: Account
}

/** The store that a request is for, and the account that sends it. */
export type RequestContext = StoreContext & { account: Account }

/** A value, or a function that creates it. */
type Source<T> = T | ((context: RequestContext) => T | Promise<T>)

/** The parts of a request. They are created in this order, again for each request. */
type RequestSource = {
  /** Ids are UUIDs, as fixtures return them. Names that the URL does not have are ignored. */
  params?: Source<Record<string, string>>
  as?: Source<Account>
  body?: Source<Record<string, unknown>>
  raw?: Source<RawBody>
  query?: Record<string, string>
  ifMatch?: string
}

/** What differs from the document: by default, the parameters are those of `parameters.ts`, and the status is the documented one. */
export type Row = RequestSource & {
  /** Instead of those who have the permission. */
  allowed?: Allowed
  /** The only callers. Default: all, or a few if the operation is for anyone or slow. */
  callers?: readonly CallerName[]
  /** The product hashes a password, or reads a file. */
  isSlow?: true
  /** A store has only one of these, so it is created just before each request. */
  isSingle?: true
  /** Names in the URL that do not belong to a store, besides the usual ones. */
  sharedNames?: readonly string[]
  /** Ids in the body by their location, such as `body/items/0/productId`, with the status for a foreign id. Default: 404 for every id. */
  idsInBody?: Record<string, number>
  /** Other queries of a list, for the owner: each filter has its own statement. */
  filters?: Source<Record<string, string>[]>
  itemsInEmptyStore?: number
  /** All numbers in the response of an empty store, in order, such as a revision. Default: all are 0. */
  numbersInEmptyStore?: readonly number[]
  /** Other requests of the owner, by their differences: for things in other states, and other ways to do the same. */
  others?: (RequestSource & { status?: number; usedUp?: string })[]
  /** The table with what a refused request uses up, such as a challenge, because it can be tried only once. */
  usedUp?: string
  /** A part of the response to the callers `stranger` and `anonymous`. */
  contains?: string
  /** Where the audit log has it. Default: in the store, for writes and for reads of operators. What no one keeps counts as a read. */
  audit?: 'always' | 'as a read' | 'other store' | 'never'
  /** The session of the caller ends, so the same caller is unknown afterwards. */
  endsSession?: true
}

export type Expectation = Row & {
  /** `anyone` includes callers who have not signed in. */
  allowed: Allowed
  /** The scope that a token needs. Null: the operation is not for tokens. */
  scope: string | null
  status: number
}

export type Table = Record<string, Row>

/** Creates a valid request, and what it needs. */
export async function createRequest(
  { params = {}, as, body, raw, query, ifMatch }: RequestSource,
  context: RequestContext,
): Promise<Request> {
  return {
    params: formatIds({ storeId: context.storeId, ...(await createValue(params, context)) }),
    ...(as && { as: await createValue(as, context) }),
    ...(body && { body: formatIds(await createValue(body, context)) }),
    ...(raw && { raw: await createValue(raw, context) }),
    ...(query && { query }),
    ...(ifMatch !== undefined && { ifMatch }),
  }
}

export async function createFilters({ filters = [] }: Row, context: RequestContext): Promise<Record<string, string>[]> {
  return formatIds(await createValue(filters, context))
}

async function createValue<T>(source: Source<T>, context: RequestContext): Promise<T> {
  return typeof source === 'function' ? (source as (context: RequestContext) => T | Promise<T>)(context) : source
}

const PREFIXES: Record<string, string> = {
  accountId: 'acc',
  categoryId: 'cat',
  checkoutId: 'chk',
  couponId: 'dco',
  creatorId: 'dco',
  deliveryId: 'cmd',
  endpointId: 'whe',
  eventId: 'evt',
  giftCardId: 'gfc',
  invitationId: 'inv',
  keyId: 'key',
  parkedPaymentId: 'prk',
  passkeyId: 'psk',
  productId: 'prd',
  redeliveryId: 'rdl',
  saleId: 'sal',
  subscriptionId: 'sub',
  serverId: 'srv',
  sessionId: 'ses',
  storeId: 'sto',
  tokenId: 'tok',
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Replaces UUIDs by ids of the API, by the name of their property, such as `serverId` or `serverIds`. */
function formatIds<T>(value: T, name = ''): T {
  const prefix = PREFIXES[name.replace(/Ids$/, 'Id')]
  if (prefix !== undefined && UUID.test(typeof value === 'string' ? value : ''))
    return `${prefix}${formatId('sto', value as StoreId).slice(3)}` as T
  if (Array.isArray(value)) return value.map((item: unknown) => formatIds(item, name)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, formatIds<unknown>(item, key)])) as T
}
