import type { CheckoutState } from '../../../server/src/checkouts/checkout.ts'
import type { Sale } from '../../../server/src/checkouts/buy/sale.ts'
import type { Facts } from '../../../server/src/payments/provider.ts'
import type { MismatchReason } from '../../../server/src/payments/add-facts.ts'
import type { Goods, Shop } from './open-shops.ts'

/** What a callback says beyond which checkout it is about. */
export type News = Partial<Pick<Facts, 'paid' | 'refundedMinor' | 'dispute' | 'closed'>>

/** `forged`: signed with a secret that is not the store's. `changed`: altered after it was signed. */
export type Fraud = 'forged' | 'changed'

/** One event of the provider. */
export type Told = {
  eventId: string
  news: News
  /** How many times it is told at the same moment. */
  copies: number
  fraud?: Fraud
  /** Whose address it is told to; and the store it names. */
  to: Shop
  names: Shop
}

/** What waits for a person in the end. */
export type Parked = { shop: Shop; reason: MismatchReason }

/** Everything that is going to happen to a checkout, decided before it is opened. */
export type Story = {
  sale: Sale & { reference: string }
  shop: Shop
  lines: { goods: Goods; quantity: number }[]
  /** One after the other; what is in one part is told in any order at once. */
  parts: Told[][]
  /** The provider never calls; it knows this when it is asked. */
  silent?: { refunded: boolean; disputed: boolean }
  ends: Exclude<CheckoutState, 'open'>
  /** Whether it was ever paid. */
  sold: boolean
  parked: Parked[]
}

export function totalOf(lines: Story['lines']): number {
  return lines.reduce((sum, { goods, quantity }) => sum + goods.priceMinor * quantity, 0)
}

/** What honest news add up to, whatever their order: the harness's own account, not the product's. */
export function endOf(news: News[], totalMinor: number): Pick<Story, 'ends' | 'sold'> {
  const sold = news.some(({ paid }) => paid)
  if (!sold) return { ends: 'abandoned', sold }
  if (news.some(({ refundedMinor = 0 }) => refundedMinor === totalMinor)) return { ends: 'refunded', sold }
  return { ends: news.some(({ dispute }) => dispute !== undefined) ? 'disputed' : 'paid', sold }
}
