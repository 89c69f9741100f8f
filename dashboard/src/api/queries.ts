import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** The signed-in account. Fails with `unauthorized` without a session. */
export const meQuery = queryOptions({ queryKey: ['account'], queryFn: () => api.getAccount(), staleTime: 60_000 })

export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: async () => Array.fromAsync(api.listStores.each()),
  staleTime: 60_000,
})

export const storeQuery = (storeId: string) =>
  queryOptions({ queryKey: ['store', storeId], queryFn: () => api.getStore({ storeId }), staleTime: 60_000 })
