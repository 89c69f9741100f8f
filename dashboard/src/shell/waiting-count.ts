import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const MOST = 100
const INTERVAL_MS = 60_000

/** The deliveries that need a decision. The menu counts them, and Today lists the first. */
export const waitingQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['dead-letters', storeId, 'count'],
    queryFn: () => api.listDeadLetters({ storeId, limit: MOST }),
    refetchInterval: INTERVAL_MS,
  })

/** How many deliveries need a decision: `12`, or `100+`. */
export function useWaitingCount(storeId: string): string | undefined {
  const { data } = useQuery(waitingQuery(storeId))
  if (data === undefined || data.items.length === 0) return undefined
  return `${data.items.length}${data.nextCursor === null ? '' : '+'}`
}
