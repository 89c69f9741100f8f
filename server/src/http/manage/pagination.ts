import { AppError } from '../../errors.ts'

const DEFAULT_PAGE_SIZE = 50

export type PageQuery = { limit?: number; cursor?: string }

export function pageSize({ limit = DEFAULT_PAGE_SIZE }: PageQuery): number {
  return limit
}

/** One row more than the page holds shows whether there is a next page. */
export function rowLimit(query: PageQuery): number {
  return pageSize(query) + 1
}

/** The page of the rows that were read with `rowLimit`. */
export function toPage<Row, Item>(
  rows: Row[],
  query: PageQuery,
  { toItem, keyOf }: { toItem: (row: Row) => Item; keyOf: (row: Row) => string },
): { items: Item[]; nextCursor: string | null } {
  const size = pageSize(query)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    items: shown.map(toItem),
    nextCursor: rows.length > size && last !== undefined ? writeCursor(keyOf(last)) : null,
  }
}

/** Cursors are opaque to clients, so that their content can change. */
export function writeCursor(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** `parse` returns undefined for a key that does not belong to the list. */
export function readCursor<Key>({ cursor }: PageQuery, parse: (key: string) => Key | undefined): Key | undefined {
  if (cursor === undefined) return undefined
  const key = parse(Buffer.from(cursor, 'base64url').toString())
  if (key === undefined) {
    throw new AppError('invalid_request', 'The cursor is invalid for this list. Start again without `cursor`.', {
      field: 'querystring/cursor',
    })
  }
  return key
}
