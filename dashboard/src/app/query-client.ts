import { StoreError } from '@quartermaster/sdk'
import { QueryClient } from '@tanstack/react-query'

/** The client of the API has retried already. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, throwOnError: (error) => error instanceof StoreError && error.status === 401 },
    mutations: { retry: false },
  },
})
