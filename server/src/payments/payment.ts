import type { ColumnType, Generated } from 'kysely'
import type { CheckoutId, ParkedId, RefundId, StoreId } from '../ids.ts'
import type { MismatchReason } from './add-facts.ts'
import type { Dispute, ProviderName } from './provider.ts'

declare module '../db/database.ts' {
  interface Tables {
    provider_connections: {
      store_id: StoreId
      provider: ProviderName
      key_id: string
      sealed: Buffer
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    payments: {
      store_id: StoreId
      checkout_id: CheckoutId
      provider: ProviderName
      amount_minor: number
      page_ref: string | null
      page_url: string | null
      payment_ref: string | null
      refunded_minor: Generated<number>
      dispute: Generated<Dispute>
      closed: Generated<boolean>
      created_at: Generated<Date>
      expires_at: Date
      reconcile_at: ColumnType<Date | null, Date | null>
      reconcile_attempts: Generated<number>
    }
    payment_callbacks: {
      store_id: StoreId
      provider: ProviderName
      event_id: string
      kind: string
      checkout_id: CheckoutId | null
      received_at: Generated<Date>
    }
    parked_payments: {
      store_id: StoreId
      id: ParkedId
      provider: ProviderName
      reason: MismatchReason
      subject: string
      checkout_id: CheckoutId | null
      facts: string
      parked_at: Generated<Date>
      resolved_at: Date | null
      resolution_note: string | null
    }
    payment_refunds: {
      store_id: StoreId
      id: RefundId
      checkout_id: CheckoutId
      line_nos: number[]
      amount_minor: number
      state: 'requested' | 'done' | 'failed'
      error: string | null
      requested_at: Generated<Date>
      finished_at: Date | null
      retry_at: ColumnType<Date | null, Date | null>
    }
    sandbox_payments: {
      store_id: StoreId
      checkout_id: CheckoutId
      paid: boolean
      refund_at: Date | null
      dispute_at: Date | null
      refunds: Record<string, number>
      next_callback_at: Date | null
      created_at: Generated<Date>
    }
  }
}
