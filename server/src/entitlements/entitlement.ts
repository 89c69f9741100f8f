import type { CheckoutId } from '../ids.ts'

/** The sold line that a grant stands for. */
export type LineKey = { checkoutId: CheckoutId; lineNo: number }
