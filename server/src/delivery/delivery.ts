import type { ProductId } from '../ids.ts'

export type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

/** The first three are states of the queue, the other two of the ledger. No delivery leaves the ledger. */
export type DeliveryState = 'pending' | 'retrying' | 'held' | 'processed' | 'cancelled'

/** A line of a checkout with the commands of one delivery type, as they were at the moment of sale. */
export type DeliveredLine = {
  lineNo: number
  productId: ProductId
  name: string
  priceMinor: number
  currency: string
  quantity: number
  commands: string[]
}
