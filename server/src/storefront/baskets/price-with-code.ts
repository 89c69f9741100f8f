import {
  type CodeRefusal,
  codeRefusalOf,
  type PricedItem,
  priceItems,
  type Terms,
} from '../../checkouts/buy/price-items.ts'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { findCode, type HeldUse } from '../../promotions/codes/use-code.ts'

/** Why a code is not used. Then the basket is priced without it. */
export type CodeProblem = CodeRefusal | 'code_unknown'

export type BasketCode = { code: string; discountMinor: number; problem: CodeProblem | null }

type Priceable = {
  storeId: StoreId
  terms: Terms
  items: PricedItem[]
  typed: string | null
  player: string | null
  held: HeldUse | null
}

/** A code that cannot be used is left out, so that the buyer sees the total without it, and why. */
export async function priceWithCode(tx: Tx, { storeId, terms, items, typed, player, held }: Priceable) {
  const without = priceItems(items, terms)
  if (typed === null) return { priced: without, code: null, firstOnlyMinor: 0 }
  const found = items.length === 0 ? undefined : await findCode(tx, { storeId, code: typed, gameUserId: player, held })
  if (!found) {
    const problem = items.length === 0 ? null : ('code_unknown' as const)
    return { priced: without, code: { code: typed, discountMinor: 0, problem }, firstOnlyMinor: 0 }
  }
  const priced = priceItems(items, { ...terms, code: found.terms })
  if (!priced.isRefused) {
    const { code: discountMinor } = priced.total
    const firstOnlyMinor = found.everyPeriod ? 0 : discountMinor
    return { priced, code: { code: found.code, discountMinor, problem: null }, firstOnlyMinor }
  }
  const problem = codeRefusalOf(priced.refusals) ?? null
  return { priced: without, code: { code: found.code, discountMinor: 0, problem }, firstOnlyMinor: 0 }
}
