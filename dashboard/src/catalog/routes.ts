import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'

const editor = () => import('./editor/product-editor.tsx')

export const catalogRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/products',
    validateSearch: searchOf({ search: 'text', category: 'text', state: ['archived'] }),
    component: lazyRouteComponent(() => import('./products.tsx'), 'Products'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/products/new',
    component: lazyRouteComponent(editor, 'NewProduct'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/products/import',
    component: lazyRouteComponent(() => import('./import/import-products.tsx'), 'ImportProducts'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/products/$productId',
    component: lazyRouteComponent(editor, 'EditProduct'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/categories',
    component: lazyRouteComponent(() => import('./categories/categories.tsx'), 'Categories'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/tiers',
    component: lazyRouteComponent(() => import('./tiers/tiers.tsx'), 'Tiers'),
  }),
] as const
