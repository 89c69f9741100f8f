import type { Manage } from '@quartermaster/sdk'
import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { type Step, STEPS } from './steps.ts'

export type Progress = {
  /** The newest one, because that is the one that was just added. */
  server: Manage.GameServer | undefined
  product: Manage.Product | undefined
  order: Manage.CheckoutSummary | undefined
  /** The first step that is not done. */
  next: Step
}

const POLL_MS = 1_000
const SERVERS = 200

/** What the store has already. Nothing about the wizard is stored, so it can be left and continued at any time. */
export function useProgress(storeId: string): Progress {
  const [servers, products, orders] = useSuspenseQueries({
    queries: [
      {
        queryKey: ['servers', storeId, 'setup'],
        queryFn: () => api.listServers({ storeId, limit: SERVERS }),
        refetchInterval: POLL_MS,
      },
      { queryKey: ['products', storeId, 'setup'], queryFn: () => api.listProducts({ storeId, limit: 1 }) },
      { queryKey: ['checkouts', storeId, 'setup'], queryFn: () => api.listCheckouts({ storeId, limit: 1 }) },
    ],
  })
  const server = servers.data.items.at(-1)
  const product = products.data.items[0]
  const order = orders.data.items[0]
  const isDone: Record<Step, boolean> = {
    game: server !== undefined,
    connect: server !== undefined && server.lastSeenAt !== null,
    product: product !== undefined,
    sale: order !== undefined,
    live: false,
  }
  return { server, product, order, next: STEPS.find((step) => !isDone[step]) ?? 'live' }
}

/** Reads again what a step has changed. */
export function useRefresh(): (...kinds: ('servers' | 'products' | 'checkouts')[]) => Promise<void> {
  const queryClient = useQueryClient()
  return async (...kinds) => {
    await Promise.all(kinds.map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })))
  }
}
