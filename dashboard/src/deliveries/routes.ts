import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'
import { DELIVERY_VIEWS } from './delivery-views.ts'

export const deliveryRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/deliveries',
    validateSearch: searchOf({
      view: DELIVERY_VIEWS,
      type: ['APPROVE', 'REFUND', 'EXPIRE'],
      server: 'text',
      player: 'text',
      from: 'day',
      to: 'day',
    }),
    component: lazyRouteComponent(() => import('./deliveries.tsx'), 'Deliveries'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/deliveries/$deliveryId',
    component: lazyRouteComponent(() => import('./delivery.tsx'), 'Delivery'),
  }),
] as const
