import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'

export const todayRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./today.tsx'), 'Today'),
  }),
] as const
