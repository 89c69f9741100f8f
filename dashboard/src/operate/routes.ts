import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute, storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'

const getParentRoute = () => storeRoute
const list = searchOf({})

export const operateRoutes = [
  createRoute({
    getParentRoute,
    path: 'servers',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./servers/servers.tsx'), 'Servers'),
  }),
  createRoute({
    getParentRoute,
    path: 'servers/$serverId',
    component: lazyRouteComponent(() => import('./servers/server.tsx'), 'Server'),
  }),
  createRoute({
    getParentRoute,
    path: 'webhooks',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute,
    path: 'webhooks/$endpointId',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./webhooks/webhook.tsx'), 'Webhook'),
  }),
  createRoute({
    getParentRoute,
    path: 'team',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./team/team.tsx'), 'Team'),
  }),
  createRoute({
    getParentRoute,
    path: 'tokens',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./team/tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    getParentRoute,
    path: 'audit',
    validateSearch: searchOf({ actorId: 'text', action: 'text', subject: 'text', from: 'day', to: 'day' }),
    component: lazyRouteComponent(() => import('./audit/audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute,
    path: 'redelivery',
    validateSearch: list,
    component: lazyRouteComponent(() => import('./redelivery/redeliveries.tsx'), 'Redeliveries'),
  }),
  createRoute({
    getParentRoute,
    path: 'redelivery/$redeliveryId',
    component: lazyRouteComponent(() => import('./redelivery/redelivery.tsx'), 'Redelivery'),
  }),
  createRoute({
    getParentRoute,
    path: 'payments',
    validateSearch: searchOf({ parked: ['all'] }),
    component: lazyRouteComponent(() => import('./payments/payments.tsx'), 'Payments'),
  }),
  createRoute({
    getParentRoute,
    path: 'settings',
    component: lazyRouteComponent(() => import('./store/store-settings.tsx'), 'StoreSettings'),
  }),
] as const

/** For operators of the platform. It belongs to no store. */
export const platformRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/platform',
  validateSearch: list,
  component: lazyRouteComponent(() => import('./platform/platform.tsx'), 'Platform'),
})
