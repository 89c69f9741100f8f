import type { CallOptions } from '@quartermaster/sdk'
import { queryOptions } from '@tanstack/react-query'

const PAGE_SIZE = 100
/** A page can be empty although more pages follow, because a search reads a limited number of rows per request. */
const MAX_EMPTY_PAGES = 20
/** What was read when the pointer came near a link is not read again after the click. */
const STALE_MS = 2_000

type Page<Item> = { items: Item[]; nextCursor: string | null }
export type PageInput = { cursor?: string; limit?: number }

export type ListSource<Input extends PageInput, Item> = {
  /** A list operation of the SDK, such as `api.listServers`, and its parameters. Cursor and limit are added. */
  call: ((input: Input, options?: CallOptions) => Promise<Page<Item>>) & {
    each: (input: Input, options?: CallOptions) => AsyncIterable<Item>
  }
  input: Input
  /** The first part of the key of the query. An `Action` that changes the list names it. */
  queryKey: string
}

/** One page of a list. The `loader` of a route can start it before the screen is drawn. */
export function listQuery<Input extends PageInput, Item>(
  { call, input, queryKey }: ListSource<Input, Item>,
  cursor: string | undefined,
) {
  return queryOptions({
    queryKey: [queryKey, input, cursor],
    queryFn: ({ signal }) => readPage(call, { ...input, ...(cursor !== undefined && { cursor }) }, signal),
    staleTime: STALE_MS,
  })
}

async function readPage<Input extends PageInput, Item>(
  call: ListSource<Input, Item>['call'],
  input: Input,
  signal: AbortSignal,
): Promise<Page<Item>> {
  let page = await call({ limit: PAGE_SIZE, ...input }, { signal })
  for (let tries = 1; page.items.length === 0 && page.nextCursor !== null && tries < MAX_EMPTY_PAGES; tries++)
    page = await call({ limit: PAGE_SIZE, ...input, cursor: page.nextCursor }, { signal })
  return page
}
