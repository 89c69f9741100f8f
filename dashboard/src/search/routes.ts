import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'

export const searchRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/search',
    validateSearch: searchOf({ q: 'text' }),
    component: lazyRouteComponent(() => import('./search.tsx'), 'Search'),
  }),
] as const
