import { defineMutants, mutantsOf } from '../kit/mutants/mutant.ts'

const BASKET = 'server/src/pricing/price-basket.ts'

/** Faults that a developer could have made. The trial must notice each of them. */
export const PRICING_MUTANTS = defineMutants([
  // Not below, because every object has a `valueOf` already.
  {
    name: 'the credit for the remaining time is rounded to the nearest unit',
    file: BASKET,
    in: 'valueOf',
    find: 'partDown(',
    by: 'part(',
  },
  ...mutantsOf({
    'server/src/pricing/parts.ts': {
      partDown: [
        [
          'parts are computed with floating point',
          'Number((BigInt(value) * BigInt(numerator)) / BigInt(denominator))',
          'Math.floor((value * numerator) / denominator)',
        ],
      ],
      part: [['halves are rounded down', ' + BigInt(denominator))', ' + BigInt(denominator) - 1n)']],
      divide: [['of equal remainders, the first in the basket gets the unit', '(a.id < b.id ? -1 : 1)', '0']],
    },
    [BASKET]: {
      priceBasket: [['what the gift card paid has no tax', 'paid + line.giftCard', 'paid']],
      upgradeCredit: [['a holding of the same rank gives credit', 'rank < tier.rank', 'rank <= tier.rank']],
      bestSale: [['of equal sales, the last id applies', 'a.saleId < b.saleId', 'a.saleId > b.saleId']],
      applyCode: [
        ['the minimum of a code counts prices before the sale', 'lines.map(restOf)', 'lines.map(({ list }) => list)'],
        [
          'a percentage of a code is of the whole basket',
          'takeOff(code.discount, sum, 1)',
          'takeOff(code.discount, sumOf(lines.map(restOf)), 1)',
        ],
        [
          'the share of a creator counts the price before the code',
          'part(restOf(line)',
          'part(restOf(line) + line.code',
        ],
      ],
      payWithCard: [['a gift card pays for gift cards', '!product.isGiftCard', 'product.prices.size > 0']],
      takeOff: [['a fixed amount counts once for a line', 'discount.amount * quantity', 'discount.amount']],
      isInTime: [['sales and codes still apply at their end', 'now < until', 'now <= until']],
      isInScope: [['the price of gift cards is reduced', 'if (product.isGiftCard) return false']],
    },
  }),
])
