import type { ProductId } from '../ids.ts'

export type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

/**
 * The first three are rows of the queue: to be handed out, retrying after a failure, held until the owner decides. The
 * other two live in the ledger. Nothing comes back from there.
 */
export type DeliveryState = 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'

/** One line of a purchase at one stage, as it was at the moment of sale. */
export type DeliveredLine = {
  lineNo: number
  productId: ProductId
  name: string
  priceMinor: number
  currency: string
  quantity: number
  commands: string[]
}
