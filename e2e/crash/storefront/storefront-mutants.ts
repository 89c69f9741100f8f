import { defineMutants, mutantsOf } from '../../kit/mutants/mutant.ts'

/** Faults between the basket and the order. */
export const STOREFRONT_MUTANTS = defineMutants([
  {
    name: 'the stock is not checked',
    short: true,
    file: 'server/src/checkouts/buy/reserve-lines.ts',
    in: 'reserveLines',
    find: 'left < 0',
    by: 'left < -1_000_000',
  },
  ...mutantsOf({
    'server/src/storefront/orders/open-order.ts': {
      findOpened: [
        [
          'a basket that was submitted before opens another checkout',
          'checkoutId === null',
          'checkoutId !== undefined',
        ],
      ],
    },
    'server/src/storefront/baskets/basket.ts': {
      lockBasket: [['two submissions of one basket do not wait for each other', 'for no key update of b']],
    },
  }),
])
