import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'
import { ORDER_STATES } from './order-states.ts'

export const orderRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/orders',
    validateSearch: searchOf({ state: ORDER_STATES, player: 'text', reference: 'text', from: 'day', to: 'day' }),
    component: lazyRouteComponent(() => import('./orders.tsx'), 'Orders'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/orders/$orderId',
    component: lazyRouteComponent(() => import('./order/order.tsx'), 'Order'),
  }),
] as const
