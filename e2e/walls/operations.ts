import { readFileSync } from 'node:fs'
import { ACCOUNTS } from './expected/accounts.ts'
import { CATALOG } from './expected/catalog.ts'
import { THEMES } from './expected/themes.ts'
import type { Expectation, Row, Table } from './expected/expectation.ts'
import { MEMBERS } from './expected/members.ts'
import { MONEY } from './expected/money.ts'
import { PAYMENTS } from './expected/payments.ts'
import { PARAMETERS, SHARED_NAMES } from './expected/parameters.ts'
import { findAllowed } from './expected/permissions.ts'
import { PLAYERS } from './expected/players.ts'
import { PROMOTIONS } from './expected/promotions.ts'
import { PURCHASES } from './expected/purchases.ts'
import { STORES } from './expected/stores.ts'

/** What the document does not say about a request. */
const ROWS: Table = {
  ...ACCOUNTS,
  ...STORES,
  ...MEMBERS,
  ...CATALOG,
  ...PROMOTIONS,
  ...PURCHASES,
  ...PLAYERS,
  ...MONEY,
  ...THEMES,
}

export type Operation = Expectation & {
  id: string
  method: string
  /** Such as `/api/manage/1.0/stores/{storeId}`. */
  path: string
  /** The names in braces, in order. */
  names: string[]
  /** Its store decides who may call it. */
  hasStore: boolean
  isWrite: boolean
  /** One of its other requests, in which no id is replaced. */
  hasOwnIdsOnly?: true
  /** Its body or its response can have any size, so it takes no Idempotency-Key. */
  isStreamed?: boolean
  /** For routes that are not in the management API. */
  routeFile?: string
}

type Documented = {
  operationId: string
  security?: []
  responses: Record<string, unknown>
  parameters?: { name: string }[]
  'x-permission'?: string
  'x-streamed'?: boolean
}
type Document = { paths: Record<string, Record<string, Documented>> }

/** All operations of the published document, which `npm run openapi:changes` keeps equal to the running product, and others. */
export function readOperations(): Operation[] {
  const file = new URL('../../contract/openapi/manage-1.0.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => readOperation({ path, method, documented })),
  )
  const removed = Object.keys(ROWS).find((name) => !operations.some(({ id }) => id === name))
  if (removed === undefined) return [...operations, ...readOtherRoutes()]
  throw new Error(`${removed} has an entry in e2e/walls/expected/, but the API has no such operation`)
}

function readOperation({
  path,
  method,
  documented,
}: {
  path: string
  method: string
  documented: Documented
}): Operation {
  const { operationId: id, responses, parameters = [], security, 'x-streamed': isStreamed = false } = documented
  const names = readNames(path)
  const hasStore = names.includes('storeId')
  const permission = documented['x-permission']
  const row: Row = ROWS[id] ?? {}
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name)
  const params = hasStore ? PARAMETERS[names.at(-1) ?? ''] : undefined
  return {
    ...(params && { params }),
    ...(takes('if-match') && { ifMatch: '"1"' }),
    // As many items as one page can have.
    ...(hasStore && takes('limit') && { query: { limit: '200' } }),
    ...(path.includes('/account') && { audit: 'never' as const }),
    ...findAllowed({ id, method, path, permission, isPublic: security?.length === 0 }),
    status: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
    ...row,
    sharedNames: [...SHARED_NAMES, ...(row.sharedNames ?? [])],
    id,
    method: method.toUpperCase(),
    path,
    names,
    hasStore,
    isStreamed,
    isWrite: method !== 'get',
  }
}

function readOtherRoutes(): Operation[] {
  return Object.entries(PAYMENTS).map(([id, { method, path, ...route }]) => {
    const isWrite = method !== 'GET'
    return { ...route, id, method, path, names: readNames(path), hasStore: false, isWrite }
  })
}

function readNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
