import { defineMutants } from '../kit/mutants/mutant.ts'

const BASKET = 'server/src/pricing/price-basket.ts'
const PARTS = 'server/src/pricing/parts.ts'

/** Faults that a developer could have made. The trial must notice each of them. */
export const PRICING_MUTANTS = defineMutants([
  {
    name: 'parts are computed with floating point',
    file: PARTS,
    marker: 'pricing-exact',
    replace: '  return Math.floor((value * numerator) / denominator)',
  },
  {
    name: 'halves are rounded down',
    file: PARTS,
    marker: 'pricing-round',
    find: ' + BigInt(denominator))',
    by: ' + BigInt(denominator) - 1n)',
  },
  {
    name: 'of equal remainders, the first in the basket gets the unit',
    file: PARTS,
    marker: 'pricing-ties',
    find: '(a.id < b.id ? -1 : 1)',
    by: '0',
  },
  {
    name: 'a holding of the same rank gives credit',
    file: BASKET,
    marker: 'pricing-lower-rank',
    find: 'rank < tier.rank',
    by: 'rank <= tier.rank',
  },
  {
    name: 'the credit for the remaining time is rounded to the nearest unit',
    file: BASKET,
    marker: 'pricing-remaining-time',
    find: 'partDown(',
    by: 'part(',
  },
  {
    name: 'of equal sales, the last id applies',
    file: BASKET,
    marker: 'pricing-best-sale',
    find: 'a.saleId < b.saleId',
    by: 'a.saleId > b.saleId',
  },
  {
    name: 'a fixed amount counts once for a line',
    file: BASKET,
    marker: 'pricing-units',
    find: 'discount.amount * quantity',
    by: 'discount.amount',
  },
  {
    name: 'sales and codes still apply at their end',
    file: BASKET,
    marker: 'pricing-end',
    find: 'now < until',
    by: 'now <= until',
  },
  {
    name: 'the minimum of a code counts prices before the sale',
    file: BASKET,
    marker: 'pricing-minimum',
    find: 'lines.map(restOf)',
    by: 'lines.map(({ list }) => list)',
  },
  {
    name: 'a percentage of a code is of the whole basket',
    file: BASKET,
    marker: 'pricing-code-scope',
    find: 'takeOff(code.discount, sum, 1)',
    by: 'takeOff(code.discount, sumOf(lines.map(restOf)), 1)',
  },
  {
    name: 'the share of a creator counts the price before the code',
    file: BASKET,
    marker: 'pricing-share',
    find: 'restOf(line)',
    by: 'restOf(line) + line.code',
  },
  {
    name: 'what the gift card paid has no tax',
    file: BASKET,
    marker: 'pricing-tax',
    find: 'paid + line.giftCard',
    by: 'paid',
  },
  {
    name: 'a gift card pays for gift cards',
    file: BASKET,
    marker: 'pricing-card-for-card',
    find: '!product.isGiftCard',
    by: 'product.prices.size > 0',
  },
  {
    name: 'the price of gift cards is reduced',
    file: BASKET,
    marker: 'pricing-reduced-card',
    replace: '',
  },
])
