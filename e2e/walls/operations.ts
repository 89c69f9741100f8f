import { readFileSync } from 'node:fs'
import { ACCOUNTS } from './expected/accounts.ts'
import { CATALOG } from './expected/catalog.ts'
import { THEMES } from './expected/themes.ts'
import type { Expectation, Table } from './expected/expectation.ts'
import { MEMBERS } from './expected/members.ts'
import { MONEY } from './expected/money.ts'
import { PAYMENTS } from './expected/payments.ts'
import { PLAYERS } from './expected/players.ts'
import { PROMOTIONS } from './expected/promotions.ts'
import { PURCHASES } from './expected/purchases.ts'
import { STORES } from './expected/stores.ts'

/** The permitted callers of every operation. Written by hand, because the product is compared with it. */
const EXPECTED: Table = {
  ...ACCOUNTS,
  ...STORES,
  ...MEMBERS,
  ...CATALOG,
  ...PROMOTIONS,
  ...PURCHASES,
  ...PLAYERS,
  ...PROMOTIONS,
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
  /** Its body or its response can have any size, so it takes no Idempotency-Key. */
  isStreamed?: boolean
  /** For routes that are not in the management API. */
  routeFile?: string
}

type Document = { paths: Record<string, Record<string, { operationId: string; 'x-streamed'?: boolean }>> }

/** All operations of the published document, which `npm run openapi:changes` keeps equal to the running product, and others. */
export function readOperations(): Operation[] {
  const file = new URL('../../contract/openapi/manage-1.0.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) => {
    const names = readNames(path)
    return Object.entries(methods).map(([method, { operationId: id, 'x-streamed': isStreamed = false }]) => {
      const expected = EXPECTED[id]
      if (!expected) throw new Error(`${id} has no entry in e2e/walls/expected/. Add who may call it, and the status.`)
      const hasStore = names.includes('storeId')
      return {
        ...expected,
        id,
        method: method.toUpperCase(),
        path,
        names,
        hasStore,
        isStreamed,
        isWrite: method !== 'get',
      }
    })
  })
  const removed = Object.keys(EXPECTED).find((name) => !operations.some(({ id }) => id === name))
  if (removed === undefined) return [...operations, ...readOtherRoutes()]
  throw new Error(`${removed} has an entry in e2e/walls/expected/, but the API has no such operation`)
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
