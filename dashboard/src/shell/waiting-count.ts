import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const MOST = 100
const INTERVAL_MS = 60_000

/** How many deliveries need a decision: `12`, or `100+`. */
export function useWaitingCount(storeId: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['dead-letters', storeId, 'count'],
    queryFn: () => api.listDeadLetters({ storeId, limit: MOST }),
    refetchInterval: INTERVAL_MS,
  })
  if (data === undefined || data.items.length === 0) return undefined
  return `${data.items.length}${data.nextCursor === null ? '' : '+'}`
}
