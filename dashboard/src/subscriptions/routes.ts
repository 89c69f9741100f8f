import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'
import { SUBSCRIPTION_STATES } from './subscription-states.ts'

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/subscriptions',
    validateSearch: searchOf({ state: SUBSCRIPTION_STATES, player: 'text', find: 'text' }),
    component: lazyRouteComponent(() => import('./subscriptions.tsx'), 'Subscriptions'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/subscriptions/$subscriptionId',
    component: lazyRouteComponent(() => import('./subscription.tsx'), 'Subscription'),
  }),
] as const
