import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
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
] as const
