import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { storesQuery } from '../../api/queries.ts'
import { useMoney } from '../../app/money.ts'
import { type TextId, useTexts } from '../../app/texts.tsx'
import { useTyped } from '../../app/typed.ts'
import { pathOf, useScreens } from '../../shell/screens.ts'
import { type Permission, useStore } from '../../shell/store-context.ts'
import { findAnything } from '../find-anything.ts'
import { matches } from './matches.ts'

export type Option = { id: string; icon: string; text: string; beside?: string; link: LinkProps }
type Group = { title: string; options: Option[] }

/** Of a group. Someone may have hundreds of stores. */
const MOST = 30
const TYPING_MS = 200
/** One letter is the beginning of too many names. */
const MIN_LENGTH = 2

const ACTIONS: { path: string; text: TextId; icon: string; permission: Permission }[] = [
  { path: 'products/new', text: 'products.new', icon: 'plus', permission: 'catalog:write' },
  { path: 'servers', text: 'server.create', icon: 'plus', permission: 'servers:write' },
  { path: 'redelivery', text: 'redelivery.plan', icon: 'resend', permission: 'redeliveries:write' },
  { path: 'setup', text: 'setup.continue', icon: 'check', permission: 'servers:write' },
]

/** What the person can go to, and what the search finds for the text. Groups without an option are left out. */
export function useOptions(text: string): Group[] {
  const t = useTexts()
  const isWanted = (option: Option) => matches(option.text, text)
  const known = useKnown().map(({ title, options }) => ({ title, options: options.filter(isWanted).slice(0, MOST) }))
  const found = useFound(text)
  const all: Option = {
    id: 'search',
    icon: 'search',
    text: t('palette.searchFor', { text }),
    link: { to: '/stores/$storeId/search', params: { storeId: useStore().id }, search: { q: text } },
  }
  const searched = text === '' ? [] : [...found, { title: t('search.title'), options: [all] }]
  return [...known, ...searched].filter(({ options }) => options.length > 0)
}

function useKnown(): Group[] {
  const t = useTexts()
  const store = useStore()
  const screens = useScreens()
  const stores = useQuery(storesQuery)
  const params = { storeId: store.id }
  return [
    {
      title: t('palette.screens'),
      options: [
        ...screens.map((screen) => ({
          id: screen.text,
          icon: screen.icon,
          text: t(screen.text),
          link: { to: pathOf(screen), params },
        })),
        { id: 'account', icon: 'lock', text: t('settings.title'), link: { to: '/account' } },
      ],
    },
    {
      title: t('palette.actions'),
      options: ACTIONS.filter(({ permission }) => store.permissions.includes(permission)).map((action) => ({
        id: action.text,
        icon: action.icon,
        text: t(action.text),
        link: { to: pathOf(action), params },
      })),
    },
    {
      title: t('stores.title'),
      options: (stores.data ?? [])
        .filter(({ id }) => id !== store.id)
        .map(({ id, name, mode }) => ({
          id,
          icon: 'storefront',
          text: name,
          ...(mode === 'test' && { beside: t('shell.testMode') }),
          link: { to: '/stores/$storeId', params: { storeId: id } },
        })),
    },
  ]
}

function useFound(text: string): Group[] {
  const t = useTexts()
  const money = useMoney()
  const { id: storeId, permissions } = useStore()
  const q = useTyped(text, TYPING_MS)
  const { data } = useQuery({
    queryKey: ['search', storeId, q],
    queryFn: () => findAnything({ storeId, text: q, permissions }),
    enabled: q.length >= MIN_LENGTH,
  })
  if (!data || q !== text) return []
  return [
    {
      title: t('nav.players'),
      options: data.players.map(({ gameUserId }) => ({
        id: `player-${gameUserId}`,
        icon: 'players',
        text: gameUserId,
        link: { to: '/stores/$storeId/players/$gameUserId', params: { storeId, gameUserId } },
      })),
    },
    {
      title: t('nav.orders'),
      options: data.orders.map(({ id, reference, gameUserId, totalMinor, currency }) => ({
        id,
        icon: 'orders',
        text: reference ?? id,
        beside: `${gameUserId} · ${money(totalMinor, currency)}`,
        link: { to: '/stores/$storeId/orders/$orderId', params: { storeId, orderId: id } },
      })),
    },
    {
      title: t('nav.deliveries'),
      options: data.deliveries.map(({ id }) => ({
        id,
        icon: 'deliveries',
        text: id,
        link: { to: '/stores/$storeId/deliveries/$deliveryId', params: { storeId, deliveryId: id } },
      })),
    },
  ]
}
