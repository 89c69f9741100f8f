import { defineMutants } from '../../kit/mutants/mutant.ts'

const OPEN_ORDER = 'server/src/storefront/orders/open-order.ts'

/** Faults between the basket and the order. */
export const STOREFRONT_MUTANTS = defineMutants([
  {
    name: 'the stock is not checked',
    short: true,
    file: 'server/src/checkouts/buy/reserve-lines.ts',
    marker: 'stock-below-zero',
    find: '< 0',
    by: '< -1_000_000',
  },
  {
    name: 'a basket that was submitted before opens another checkout',
    file: OPEN_ORDER,
    marker: 'same-intent',
    find: 'checkoutId === null',
    by: 'checkoutId !== undefined',
  },
  {
    name: 'two submissions of one basket do not wait for each other',
    file: 'server/src/storefront/baskets/basket.ts',
    marker: 'basket-lock',
    find: 'for no key update of b',
    by: '',
  },
])
