import type { Generated, GeneratedAlways } from 'kysely'
import type { CheckoutId, CommandId, GameServerId, ProductId, StoreId } from '../ids.ts'

export type DeliveryType = 'APPROVE' | 'REFUND' | 'EXPIRE'

/** `pending` is a row of its own table; the other two live in the ledger. Nothing comes back from there. */
export type CommandState = 'pending' | 'processed' | 'cancelled'

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
  id: CommandId
  server_id: GameServerId | null
  checkout_id: CheckoutId
  game_user_id: string
  delivery_type: DeliveryType
  line_nos: number[]
  products: string
  resend_of: CommandId | null
  offered_at: Date | null
}

declare module '../db/database.ts' {
  interface Tables {
    pending_commands: Element & {
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
    }
    poll_windows: { store_id: StoreId; server_id: GameServerId; position: number }
  }
}
