import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storeRoute } from '../app/frames.ts'
import { searchOf } from '../app/search.ts'
import { CARD_STATES } from './card-states.ts'

export const giftCardRoutes = [
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/gift-cards',
    validateSearch: searchOf({ state: CARD_STATES, ending: 'text' }),
    component: lazyRouteComponent(() => import('./gift-cards.tsx'), 'GiftCards'),
  }),
  createRoute({
    getParentRoute: () => storeRoute,
    path: '/gift-cards/$giftCardId',
    component: lazyRouteComponent(() => import('./gift-card.tsx'), 'GiftCard'),
  }),
] as const
