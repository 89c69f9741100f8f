import { readFileSync } from 'node:fs'
import type { App } from './open-product.ts'

export type Operation = {
  id: string
  method: string
  /** Like `/api/manage/1.0/stores/{storeId}`. */
  path: string
  /** What stands in braces, in order. */
  names: string[]
  isWrite: boolean
}

type Document = { paths: Record<string, Record<string, { operationId: string }>> }

/** Every operation of the management surface, as the running product describes itself. */
export function readOperations(app: App): Operation[] {
  const document = app.documents.get('manage-1.0')?.() as Document | undefined
  if (!document) throw new Error('the product has no document of its management surface')
  return operationsOf(document)
}

/** The same from the published document; the check keeps the two equal. */
export function publishedOperations(): Operation[] {
  const place = new URL('../../contract/openapi/manage-1.0.json', import.meta.url)
  return operationsOf(JSON.parse(readFileSync(place, 'utf8')) as Document)
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      isWrite: method !== 'get',
    })),
  )
}
