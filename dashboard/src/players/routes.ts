import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'

export const playerRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/players',
    validateSearch: searchOf({ name: 'text' }),
    component: lazyRouteComponent(() => import('./players.tsx'), 'Players'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/players/$gameUserId',
    validateSearch: searchOf({}),
    component: lazyRouteComponent(() => import('./player.tsx'), 'Player'),
  }),
] as const
