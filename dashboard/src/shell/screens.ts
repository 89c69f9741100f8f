import { useRouter } from '@tanstack/react-router'
import type { TextId } from '../app/texts.tsx'
import { type Permission, useStore } from './store-context.ts'

export type Group = 'sell' | 'run'

export type Screen = {
  /** The last part of `/stores/$storeId/…`. */
  path: string
  text: TextId
  icon: string
  /** Roles without it do not see the screen. */
  permission: Permission
  group?: Group
}

/** One line for each screen of a store. A screen appears when its route exists. */
const SCREENS: Screen[] = [
  { path: '', text: 'nav.today', icon: 'today', permission: 'statistics:read' },
  { path: 'orders', text: 'nav.orders', icon: 'orders', permission: 'checkouts:read' },
  { path: 'deliveries', text: 'nav.deliveries', icon: 'deliveries', permission: 'deliveries:read' },
  { path: 'players', text: 'nav.players', icon: 'players', permission: 'players:read' },
  { path: 'products', text: 'nav.products', icon: 'products', permission: 'catalog:read', group: 'sell' },
  { path: 'categories', text: 'nav.categories', icon: 'inventory', permission: 'catalog:read', group: 'sell' },
  { path: 'tiers', text: 'nav.tiers', icon: 'inventory', permission: 'catalog:read', group: 'sell' },
  { path: 'sales', text: 'nav.sales', icon: 'products', permission: 'catalog:read', group: 'sell' },
  { path: 'coupons', text: 'nav.coupons', icon: 'key', permission: 'catalog:read', group: 'sell' },
  { path: 'creators', text: 'nav.creators', icon: 'players', permission: 'catalog:read', group: 'sell' },
  { path: 'gift-cards', text: 'nav.giftCards', icon: 'payments', permission: 'checkouts:read', group: 'sell' },
  { path: 'subscriptions', text: 'nav.subscriptions', icon: 'resend', permission: 'checkouts:read', group: 'sell' },
  { path: 'storefront', text: 'nav.storefront', icon: 'storefront', permission: 'catalog:read', group: 'sell' },
  { path: 'payments', text: 'nav.payments', icon: 'payments', permission: 'payments:read', group: 'sell' },
  { path: 'servers', text: 'nav.servers', icon: 'servers', permission: 'servers:read', group: 'run' },
  { path: 'redelivery', text: 'nav.redelivery', icon: 'resend', permission: 'redeliveries:write', group: 'run' },
  { path: 'webhooks', text: 'nav.webhooks', icon: 'webhooks', permission: 'webhooks:read', group: 'run' },
  { path: 'tokens', text: 'nav.tokens', icon: 'key', permission: 'tokens:read', group: 'run' },
  { path: 'team', text: 'nav.team', icon: 'team', permission: 'members:read', group: 'run' },
  { path: 'audit', text: 'nav.audit', icon: 'audit', permission: 'audit:read', group: 'run' },
  { path: 'settings', text: 'nav.settings', icon: 'note', permission: 'store:write', group: 'run' },
]

/** The routes of other parts are not known to the types here, so each is a path that exists. */
export function pathOf({ path }: Pick<Screen, 'path'>): '/stores/$storeId' {
  return `/stores/$storeId${path === '' ? '' : `/${path}`}` as '/stores/$storeId'
}

export function useScreens(): Screen[] {
  const { routesByPath } = useRouter()
  const { permissions } = useStore()
  return SCREENS.filter((screen) => permissions.includes(screen.permission) && pathOf(screen) in routesByPath)
}

/** Whether the role may see the screen at this address. Addresses that belong to no screen are not restricted here. */
export function useMaySee(address: string): boolean {
  const { id, permissions } = useStore()
  const [first = ''] = address.slice(`/stores/${id}/`.length).split('/')
  const screen = SCREENS.find(({ path }) => path === first)
  return screen === undefined || permissions.includes(screen.permission)
}
