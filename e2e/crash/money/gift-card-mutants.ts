import { defineMutants, mutantsOf } from '../../kit/mutants/mutant.ts'

const PAY = 'server/src/promotions/gift-cards/pay-with-card.ts'

/** Faults in what a gift card pays and gets back. */
export const GIFT_CARD_MUTANTS = defineMutants([
  {
    name: 'an abandoned checkout keeps what its gift card paid',
    short: true,
    file: PAY,
    in: 'release',
    at: 'await addEntry(tx,',
    replace: '',
  },
  ...mutantsOf({
    [PAY]: {
      spendAgain: [
        ['a late payment does not take from the gift card again', 'amountMinor: -amountMinor', 'amountMinor: 0'],
      ],
      returnToCard: [['a refund returns nothing to the gift card', 'Math.min(left, giftCardMinor)', '0']],
    },
  }),
])
