import { defineMutants } from '../../kit/mutants/mutant.ts'

const PAY = 'server/src/promotions/gift-cards/pay-with-card.ts'

/** Faults in what a gift card pays and gets back. */
export const GIFT_CARD_MUTANTS = defineMutants([
  {
    name: 'an abandoned checkout keeps what its gift card paid',
    short: true,
    file: PAY,
    marker: 'card-release',
    replace: '',
  },
  {
    name: 'a late payment does not take from the gift card again',
    file: PAY,
    marker: 'card-again',
    find: 'Math.min(balanceMinor, amountMinor)',
    by: '0',
  },
  {
    name: 'a refund returns nothing to the gift card',
    file: PAY,
    marker: 'card-return',
    find: 'Math.min(left, giftCardMinor)',
    by: '0',
  },
])
