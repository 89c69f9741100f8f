import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { hasCode } from '../api/problems.ts'
import { meQuery, storesQuery } from '../api/queries.ts'
import { SignIn } from '../account/sign-in.tsx'
import { Failure, NotFound } from './failure.tsx'
import { queryClient } from './query-client.ts'

const root = createRootRoute({ component: Outlet, errorComponent: Failure, notFoundComponent: NotFound })

const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

const signUp = () => import('../account/sign-up.tsx')
const links = () => import('../account/links.tsx')

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/account/sign-in',
  component: SignIn,
  // Only a path of this host: `//host` would leave it. What is not named here would pass unchecked.
  validateSearch: ({ next }): { next?: string | undefined } => ({
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
  }),
})

/** Pages that need a session. Without one, the person signs in and comes back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Outlet,
  beforeLoad: async ({ location: { href } }) => {
    try {
      await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      if (!hasCode(error, 'unauthorized')) throw error
      throw redirect({ to: '/account/sign-in', search: href === '/' ? {} : { next: href } })
    }
  },
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const stores = await queryClient.ensureQueryData(storesQuery)
    const [only] = stores
    if (only && stores.length === 1) throw redirect({ to: '/stores/$storeId', params: { storeId: only.id } })
  },
  component: lazyRouteComponent(() => import('../shell/stores.tsx'), 'Stores'),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('../account/settings/account-settings.tsx'), 'AccountSettings'),
})

const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/stores/$storeId',
  component: lazyRouteComponent(() => import('../shell/store-shell.tsx'), 'StoreShell'),
})

const today = createRoute({
  getParentRoute: () => store,
  path: '/',
  component: lazyRouteComponent(() => import('../today/today.tsx'), 'Today'),
})

const routeTree = root.addChildren([
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
  page('/account/invitation', lazyRouteComponent(links, 'Invitation')),
  page(
    '/account/provider/$provider',
    lazyRouteComponent(() => import('../account/provider-return.tsx'), 'ProviderReturn'),
  ),
  signedIn.addChildren([home, account, store.addChildren([today])]),
])

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
