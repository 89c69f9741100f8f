import type { Amounts, PricedBasket, PricedLine } from '../../server/src/pricing/basket.ts'
import type { Random } from '../kit/random.ts'
import type { Input } from './generate.ts'
import { priceByReference } from './reference.ts'

export type PriceBasket = typeof priceByReference
type Accepted = Extract<PricedBasket, { isRefused: false }>

export const PROPERTIES = [
  'noLineBelowZero',
  'partsSumToTotals',
  'orderDoesNotMatter',
  'refundsReturnTheTotal',
  'codeNeverRaisesThePrice',
  'sameInputSameResult',
] as const
export type Property = (typeof PROPERTIES)[number]

const NAMES = [
  'list',
  'upgradeCredit',
  'sale',
  'code',
  'giftCard',
  'paid',
  'tax',
  'creatorShare',
] as const satisfies (keyof Amounts)[]

type Verdict = {
  result: PricedBasket
  checked: Property[]
  broken: Property[]
  isDifferent: boolean
}

/** Prices a basket with the product and with the reference, and checks every property of the result. */
export function judge(price: PriceBasket, input: Input, random: Random): Verdict {
  const { offer, basket, now, holdings } = input
  const expected = describe(priceByReference(offer, basket, now, holdings))
  const result = price(offer, basket, now, holdings)
  const described = describe(result)
  const checked: Property[] = []
  const broken: Property[] = []
  const check = (property: Property, holds: boolean) => {
    checked.push(property)
    if (!holds) broken.push(property)
  }

  const shuffled = shuffle(input, random)
  const again = price(shuffled.offer, shuffled.basket, now, shuffled.holdings)
  check('orderDoesNotMatter', describeSorted(again) === describeSorted(result))
  if (!result.isRefused) {
    check('noLineBelowZero', result.lines.every(isPossible))
    check('partsSumToTotals', addsUp(result))
    check('refundsReturnTheTotal', refundAll(result, random))
    if (basket.code) {
      const without = price(offer, { ...basket, code: undefined }, now, holdings)
      check('codeNeverRaisesThePrice', !without.isRefused && isNotDearer(result, without))
    }
  }
  // Last, so that a change of the input by any call above would be noticed.
  check('sameInputSameResult', describe(price(offer, basket, now, holdings)) === described)
  return { result, checked, broken, isDifferent: described !== expected }
}

function isPossible(line: PricedLine): boolean {
  return NAMES.every((name) => Number.isSafeInteger(line[name]) && line[name] >= 0)
}

function addsUp({ lines, total }: Accepted): boolean {
  const areWhole = [...lines, total].every(
    ({ list, upgradeCredit, sale, code, giftCard, paid }) => list === upgradeCredit + sale + code + giftCard + paid,
  )
  return areWhole && NAMES.every((name) => total[name] === lines.reduce((sum, line) => sum + line[name], 0))
}

/** Refunds one line after the other from what was paid. Neither the provider nor the card returns more than it got. */
function refundAll({ lines, total }: Accepted, random: Random): boolean {
  let { paid, giftCard } = total
  for (const line of random.shuffle(lines)) {
    paid -= line.paid
    giftCard -= line.giftCard
    if (paid < 0 || giftCard < 0) return false
  }
  return paid === 0 && giftCard === 0
}

/** The buyer pays at most as much money, and no line costs more, whatever it is paid with. */
function isNotDearer(withCode: Accepted, without: Accepted): boolean {
  const costs = new Map(without.lines.map(({ id, paid, giftCard }) => [id, paid + giftCard]))
  const isLineCheap = ({ id, paid, giftCard }: PricedLine) => paid + giftCard <= (costs.get(id) ?? -1)
  return withCode.total.paid <= without.total.paid && withCode.lines.every(isLineCheap)
}

function shuffle({ offer, basket, holdings }: Input, random: Random): Pick<Input, 'offer' | 'basket' | 'holdings'> {
  return {
    offer: { ...offer, sales: random.shuffle(offer.sales) },
    basket: { ...basket, lines: random.shuffle(basket.lines) },
    holdings: random.shuffle(holdings),
  }
}

function describe(result: PricedBasket): string {
  const rows = describeRows(result)
  // Lines are in the order of the basket; reasons are a set.
  return (result.isRefused ? rows.toSorted() : rows).join('\n')
}

function describeSorted(result: PricedBasket): string {
  return describeRows(result).toSorted().join('\n')
}

function describeRows(result: PricedBasket): string[] {
  if (result.isRefused) return result.refusals.map((refusal) => JSON.stringify(refusal, ['reason', 'lineId']))
  const lines = result.lines.map((line) => `${line.id} ${line.saleId} ${describeParts(line)}`)
  return [...lines, `total ${describeParts(result.total)}`]
}

function describeParts(parts: Amounts): string {
  return NAMES.map((name) => parts[name]).join(' ')
}
