import type { Generated, GeneratedAlways } from 'kysely'
import type { CheckoutId, DeliveryId, GameServerId, ProductId, StoreId } from '../ids.ts'
import type { DeliveryConditions } from './conditions.ts'

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

type Element = {
  store_id: StoreId
  id: DeliveryId
  server_id: GameServerId | null
  checkout_id: CheckoutId
  game_user_id: string
  delivery_type: DeliveryType
  line_nos: number[]
  products: string
  resend_of: DeliveryId | null
  dispatched_at: Date | null
}

declare module '../db/database.ts' {
  interface Tables {
    pending_deliveries: Element & {
      [term in keyof DeliveryConditions]: Generated<DeliveryConditions[term]>
    } & {
      attempts: Generated<number>
      commands_run: Generated<number>
      /** Until then it rests after a failure; null: it does not. */
      retry_at: Generated<Date | null>
      hold_reason: Generated<'failed' | 'uncertain' | null>
      position: GeneratedAlways<number>
      unit: Generated<number>
      bytes: GeneratedAlways<number>
      created_at: Generated<Date>
    }
    delivery_ledger: Element & {
      position: number
      unit: number
      created_at: Date
      state: 'processed' | 'cancelled'
      cancelled_by: 'refund' | 'operator' | null
      finished_at: Generated<Date>
      late_report_at: Date | null
      receipt: Generated<string | null>
    }
    /** The attempts that did not end well. */
    delivery_attempts: {
      store_id: StoreId
      delivery_id: DeliveryId
      attempt: number
      server_id: GameServerId
      outcome: 'failed' | 'uncertain'
      commands_run: number
      reason: string
      output: string | null
      reported_at: Generated<Date>
    }
    poll_windows: { store_id: StoreId; server_id: GameServerId; position: number }
  }
}
