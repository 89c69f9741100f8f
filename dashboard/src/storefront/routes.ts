import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'

const getParentRoute = () => storeRoute

export const storefrontRoutes = [
  createRoute({
    getParentRoute,
    path: 'storefront',
    component: lazyRouteComponent(() => import('./look.tsx'), 'Look'),
  }),
  createRoute({
    getParentRoute,
    path: 'storefront/theme',
    component: lazyRouteComponent(() => import('./theme/theme.tsx'), 'Theme'),
  }),
  createRoute({
    getParentRoute,
    path: 'storefront/theme/$number',
    validateSearch: searchOf({ from: 'text' }),
    component: lazyRouteComponent(() => import('./theme/version.tsx'), 'Version'),
  }),
  createRoute({
    getParentRoute,
    path: 'storefront/texts',
    validateSearch: searchOf({ locale: ['en', 'pt-BR', 'es'], find: 'text' }),
    component: lazyRouteComponent(() => import('./texts.tsx'), 'Texts'),
  }),
  createRoute({
    getParentRoute,
    path: 'storefront/pages',
    validateSearch: searchOf({ page: 'text' }),
    component: lazyRouteComponent(() => import('./pages.tsx'), 'Pages'),
  }),
  createRoute({
    getParentRoute,
    path: 'storefront/pictures',
    validateSearch: searchOf({}),
    component: lazyRouteComponent(() => import('./pictures/pictures.tsx'), 'Pictures'),
  }),
  createRoute({
    getParentRoute,
    path: 'storefront/domains',
    component: lazyRouteComponent(() => import('./domains.tsx'), 'Domains'),
  }),
  createRoute({
    getParentRoute,
    path: 'storefront/identity',
    component: lazyRouteComponent(() => import('./identity.tsx'), 'Identity'),
  }),
] as const
