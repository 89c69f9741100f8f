import type { Manage } from '@quartermaster/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../api/client.ts'

const storeQuery = (storeId: string) =>
  queryOptions({ queryKey: ['store', storeId], queryFn: () => api.getStore({ storeId }), staleTime: 60_000 })

/** The store of the page. */
export function useStore(): Manage.Store {
  const { storeId = '' } = useParams({ strict: false })
  return useSuspenseQuery(storeQuery(storeId)).data
}
