import { createRoute, createRouter, lazyRouteComponent, redirect, type RouteComponent } from '@tanstack/react-router'
import { storesQuery } from '../api/queries.ts'
import { SignIn } from '../account/sign-in.tsx'
import { catalogRoutes } from '../catalog/routes.ts'
import { deliveryRoutes } from '../deliveries/routes.ts'
import { giftCardRoutes } from '../gift-cards/routes.ts'
import { operateRoutes, platformRoute } from '../operate/routes.ts'
import { setupRoutes } from '../setup/routes.ts'
import { orderRoutes } from '../orders/routes.ts'
import { playerRoutes } from '../players/routes.ts'
import { promotionRoutes } from '../promotions/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { subscriptionRoutes } from '../subscriptions/routes.ts'
import { storefrontRoutes } from '../storefront/routes.ts'
import { todayRoutes } from '../today/routes.ts'
import { rootRoute, signedInRoute, storeRoute } from './frames.ts'
import { queryClient } from './query-client.ts'
import { parseSearch, stringifySearch } from './search.ts'

const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component })

const signUp = () => import('../account/sign-up.tsx')
const links = () => import('../account/links.tsx')

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/sign-in',
  component: SignIn,
  // Only a path of this host: `//host` would leave it. What is not named here would pass unchecked.
  validateSearch: ({ next }): { next?: string | undefined } => ({
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
  }),
})

const home = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async () => {
    const stores = await queryClient.ensureQueryData(storesQuery)
    const [only] = stores
    if (!only) throw redirect({ to: '/setup' })
    if (stores.length === 1) throw redirect({ to: '/stores/$storeId', params: { storeId: only.id } })
  },
  component: lazyRouteComponent(() => import('../shell/stores.tsx'), 'Stores'),
})

const account = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../account/settings/account-settings.tsx'), 'AccountSettings'),
})

const routeTree = rootRoute.addChildren([
  signIn,
  page('/account/sign-up', lazyRouteComponent(signUp, 'SignUp')),
  page('/account/confirm', lazyRouteComponent(signUp, 'ConfirmSignUp')),
  page('/account/forgot', lazyRouteComponent(signUp, 'ForgotPassword')),
  page(
    '/account/reset',
    lazyRouteComponent(() => import('../account/reset.tsx'), 'ResetPassword'),
  ),
  page('/account/email', lazyRouteComponent(links, 'ConfirmEmail')),
  page('/account/email/approve', lazyRouteComponent(links, 'ApproveEmail')),
  page('/account/undo', lazyRouteComponent(links, 'UndoChange')),
  page('/account/alerts', lazyRouteComponent(links, 'MuteAlert')),
  page('/account/invitation', lazyRouteComponent(links, 'Invitation')),
  page(
    '/account/provider/$provider',
    lazyRouteComponent(() => import('../account/provider-return.tsx'), 'ProviderReturn'),
  ),
  signedInRoute.addChildren([
    home,
    account,
    platformRoute,
    ...setupRoutes,
    storeRoute.addChildren([
      ...catalogRoutes,
      ...todayRoutes,
      ...operateRoutes,
      ...orderRoutes,
      ...promotionRoutes,
      ...giftCardRoutes,
      ...subscriptionRoutes,
      ...deliveryRoutes,
      ...playerRoutes,
      ...searchRoutes,
      ...storefrontRoutes,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // Data has its own cache, so a loader is asked each time.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
