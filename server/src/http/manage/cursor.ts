import { AppError } from '../../errors.ts'

const USUAL = 50

export type PageQuery = { limit?: number; cursor?: string }
export type Page<Item> = { items: Item[]; next: string | null }

/** How many a page holds. */
export function sizeOf({ limit = USUAL }: PageQuery): number {
  return limit
}

/** How many to read: one more than asked for tells whether there is more. */
export function mostOf({ limit = USUAL }: PageQuery): number {
  return limit + 1
}

/** A page of what was read, and the way to what follows. */
export function toPage<Row, Item>(
  rows: Row[],
  { limit = USUAL }: PageQuery,
  { show, keyOf }: { show: (row: Row) => Item; keyOf: (row: Row) => string },
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(show),
    next: rows.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null,
  }
}

/** Opaque to callers, so that what it holds may change. */
export function writeCursor(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** `read` gives undefined for what is no key of this list. */
export function readCursor<Key>({ cursor }: PageQuery, read: (key: string) => Key | undefined): Key | undefined {
  if (cursor === undefined) return undefined
  const key = read(Buffer.from(cursor, 'base64url').toString())
  if (key === undefined) {
    throw new AppError('invalid_request', 'This cursor is none of this list; begin without one', {
      field: 'querystring/cursor',
    })
  }
  return key
}
