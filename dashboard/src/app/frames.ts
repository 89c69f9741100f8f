import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { hasCode } from '../api/problems.ts'
import { meQuery, storeQuery } from '../api/queries.ts'
import { timeZone } from './dates.ts'
import { Failure, NotFound } from './failure.tsx'
import { queryClient } from './query-client.ts'

export const rootRoute = createRootRoute({ component: Outlet, errorComponent: Failure, notFoundComponent: NotFound })

/** Pages that need a session. Without one, the person signs in and comes back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Outlet,
  beforeLoad: async ({ location: { href }, matches }) => {
    const { storeId } = (matches.at(-1)?.params ?? {}) as { storeId?: string }
    // The frame of a store needs both, so neither waits for the other.
    if (storeId !== undefined) void queryClient.prefetchQuery(storeQuery(storeId))
    const account = queryClient.ensureQueryData(meQuery)
    // Browsers take long for the first answer, so they are asked while the calls are on their way.
    timeZone()
    try {
      await account
    } catch (error) {
      if (!hasCode(error, 'unauthorized')) throw error
      throw redirect({ to: '/account/sign-in', search: href === '/' ? {} : { next: href } })
    }
  },
})

/** The frame of all screens of a store. Each part of the dashboard adds its screens in its `routes.ts`. */
export const storeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stores/$storeId',
  component: lazyRouteComponent(() => import('../shell/store-shell.tsx'), 'StoreShell'),
})
