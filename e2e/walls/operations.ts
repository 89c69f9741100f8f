import { readFileSync } from 'node:fs'
import type { App } from './open-product.ts'

export type Operation = {
  id: string
  method: string
  /** Such as `/api/manage/1.0/stores/{storeId}`. */
  path: string
  /** The names in braces, in order. */
  names: string[]
  hasStore: boolean
  isWrite: boolean
}

type Document = { paths: Record<string, Record<string, { operationId: string }>> }

/** All operations of the management API, from the OpenAPI document of the running product. */
export function readOperations(app: App): Operation[] {
  const document = app.documents.get('manage-1.0')?.() as Document | undefined
  if (!document) throw new Error('The product has no document "manage-1.0"')
  return listOperations(document)
}

/** The same operations from the published document. `npm run openapi:changes` keeps both equal. */
export function readPublishedOperations(): Operation[] {
  const file = new URL('../../contract/openapi/manage-1.0.json', import.meta.url)
  return listOperations(JSON.parse(readFileSync(file, 'utf8')) as Document)
}

function listOperations({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    return Object.entries(methods).map(([method, { operationId }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      names,
      hasStore: names.includes('storeId'),
      isWrite: method !== 'get',
    }))
  })
}
