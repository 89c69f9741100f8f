import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { queryClient } from '../app/query-client.ts'
import { searchOf, type SearchOf } from '../app/search.ts'
import { listQuery } from '../ui/list-parts/list-query.ts'
import { ORDER_SEARCH } from './order-states.ts'
import { ordersOf } from './orders-of.ts'

export const orderRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/orders',
    validateSearch: searchOf(ORDER_SEARCH),
    loaderDeps: ({ search }: { search: SearchOf<typeof ORDER_SEARCH> }) => search,
    loader: ({ params: { storeId }, deps }) =>
      void queryClient.prefetchQuery(listQuery(ordersOf(storeId, deps), deps.cursor)),
    component: lazyRouteComponent(() => import('./orders.tsx'), 'Orders'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/orders/$orderId',
    component: lazyRouteComponent(() => import('./order/order.tsx'), 'Order'),
  }),
] as const
