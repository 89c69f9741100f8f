import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { isPeriod, type PeriodName } from './period.ts'

export const todayRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/',
    validateSearch: ({ period }): { period?: PeriodName } => (isPeriod(period) ? { period } : {}),
    component: lazyRouteComponent(() => import('./today.tsx'), 'Today'),
  }),
] as const
