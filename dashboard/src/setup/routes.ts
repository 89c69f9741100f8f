import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedInRoute } from '../app/frames.ts'
import { isStep, type Step } from './steps.ts'

/** The wizard has a frame of its own, so its routes are beside those of a store. */
export const setupRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/setup',
    component: lazyRouteComponent(() => import('./create-store.tsx'), 'CreateStore'),
    validateSearch: ({ mode }): { mode?: 'live' | undefined } => ({ mode: mode === 'live' ? mode : undefined }),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/import',
    component: lazyRouteComponent(() => import('./import-store.tsx'), 'ImportStore'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/stores/$storeId/setup',
    component: lazyRouteComponent(() => import('./store-setup.tsx'), 'StoreSetup'),
    validateSearch: ({ step }): { step?: Step | undefined } => ({ step: isStep(step) ? step : undefined }),
  }),
] as const
