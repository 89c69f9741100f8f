import type pg from 'pg'
import type { Providers } from './providers.ts'
import type { Refusal, Run } from './reference.ts'
import type { Shop } from './shop.ts'
import type { ProviderName } from './steps.ts'

/** Where one sequence is played at a time. */
export type Stage = { shop: Shop; providers: Providers; pool: pg.Pool }

export type Placed = {
  provider: ProviderName
  /** Of the link to the order. Staff have none. */
  token: string | null
  /** Null if nothing has to be paid at the provider. */
  pageRef: string | null
  checkoutId: string | null
  isSubscription: boolean
  /** The buyer has paid; the product may not know it. */
  isPaid: boolean
  /** The payment that was disputed. */
  disputedRef: string | null
}

/** What a sequence has done so far. */
export type Play = {
  name: (player: number) => string
  orders: Map<number, Placed>
  runs: Run[]
  refusals: Refusal[]
  /** Orders that staff have refunded. */
  givenAway: Set<string>
  /** Orders that were refunded on the pages of the provider, or disputed. */
  takenBack: Set<string>
  /** Sales by staff. */
  manual: Set<string>
  card: { id: string; code: string } | null
  code: string | null
}

/** The names in a sequence. */
export const PLAYERS = [0, 1]

/** The product gave an answer that no sequence may cause. */
export class Broken extends Error {}
