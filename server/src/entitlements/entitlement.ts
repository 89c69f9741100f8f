import type { CheckoutId } from '../ids.ts'

/** A sold line. Each sold line has one grant, so this is also the key of a grant. */
export type LineKey = { checkoutId: CheckoutId; lineNo: number }
