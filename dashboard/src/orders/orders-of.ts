import { api } from '../api/client.ts'
import { type SearchOf, timesOf } from '../app/search.ts'
import type { ORDER_SEARCH } from './order-states.ts'

/** The orders of a store that match the filters in the address. */
export function ordersOf(storeId: string, search: SearchOf<typeof ORDER_SEARCH>) {
  const { state, player, reference } = search
  const input = {
    storeId,
    ...(state && { state }),
    ...(player && { gameUserId: player }),
    ...(reference && { search: reference }),
    ...timesOf(search),
  }
  return { call: api.listCheckouts, input, queryKey: 'orders' }
}
