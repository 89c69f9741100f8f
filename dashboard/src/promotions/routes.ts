import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'

export const promotionRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/sales',
    component: lazyRouteComponent(() => import('./sales.tsx'), 'Sales'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/coupons',
    component: lazyRouteComponent(() => import('./coupons.tsx'), 'Coupons'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/creators',
    component: lazyRouteComponent(() => import('./creators.tsx'), 'Creators'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/creators/$creatorId',
    component: lazyRouteComponent(() => import('./creator.tsx'), 'Creator'),
  }),
] as const
