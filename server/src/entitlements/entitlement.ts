import type { ColumnType, Generated } from 'kysely'
import type { Rebuy } from '../catalog/product.ts'
import type { CheckoutId, EntitlementId, GameServerId, ProductId, StoreId } from '../ids.ts'

/** A timestamp that is only ever compared and computed by the database; it may be infinite. */
type DatabaseTime = ColumnType<Date | number, never, never>

declare module '../db/database.ts' {
  interface Tables {
    entitlements: {
      store_id: StoreId
      id: EntitlementId
      product_id: ProductId
      game_user_id: string
      rebuy: Rebuy
      scope: string
      until: DatabaseTime
      ended_at: Date | null
      ended_by: 'refund' | 'expiry' | null
      created_at: Generated<Date>
    }
    grants: {
      store_id: StoreId
      checkout_id: CheckoutId
      line_no: number
      entitlement_id: EntitlementId
      quantity: number
      seconds: number | null
      server_ids: GameServerId[]
      expire_product: string | null
      requires_online: Generated<boolean>
      repeatable: Generated<boolean>
      granted_at: Generated<Date>
      revoked_at: Date | null
    }
  }
}

/** The sold line that a grant stands for. */
export type LineKey = { checkoutId: CheckoutId; lineNo: number }
