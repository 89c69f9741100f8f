import type { Visibility } from '../catalog/product-page.ts'
import type { StageCommands } from '../catalog/product.ts'
import type { GameServerId, StoreId } from '../ids.ts'
import type { Discount } from '../pricing/basket.ts'

/** What another platform calls something is its source id. */
export type ImportedCategory = { sourceId: string; name: string; description: string; position: number }

export type ImportedProduct = {
  sourceId: string
  categorySourceId: string | null
  name: string
  /** Markdown. */
  description: string
  position: number
  visibility: Visibility
  priceMinor: number
  durationSeconds: number | null
  commands: StageCommands
  serverIds: GameServerId[]
  requiresOnline: boolean
  maxPerPlayer: number | null
}

export type ImportedEntitlement = {
  productSourceId: string
  gameUserId: string
  /** When it was bought, if that is known. */
  since: Date | null
  /** Null means for ever. */
  until: Date | null
  /** How many units of a product whose units are independent. */
  quantity: number
}

export type ImportedBan = { gameUserId: string; reason: string; until: Date | null }

export type ImportedCoupon = {
  sourceId: string
  code: string
  /** For the staff. */
  note: string
  discount: Discount
  /** What it is for. Both empty: the whole store. */
  productSourceIds: string[]
  categorySourceIds: string[]
  minimumMinor: number
  maxUses: number | null
  maxUsesPerPlayer: number | null
  everyPeriod: boolean
  startsAt: Date | null
  endsAt: Date | null
}

/** Its code is its id: it must never be stored, so imports remember a hash of it. */
export type ImportedGiftCard = { code: string; balanceMinor: number; note: string; expiresAt: Date | null }

/** Where a batch comes from, and what happens to what the owner has edited since the last import. */
export type ImportSettings = { storeId: StoreId; source: string; overwrite: boolean; by: string }

/** `kept`: the owner has changed it here since it was imported, so it stays as it is. */
export type Outcome = 'created' | 'changed' | 'unchanged' | 'kept' | 'failed'

export type FieldChange = { field: string; from: string; to: string }

export type ImportedItem = {
  outcome: Outcome
  sourceId: string | null
  /** The player of an entitlement or a ban. */
  gameUserId: string | null
  name: string | null
  changes: FieldChange[]
  /** Why it failed or was kept. */
  message: string | null
}

/** An item without the parts that most items do not have. */
export function importedItem(item: Pick<ImportedItem, 'outcome'> & Partial<ImportedItem>): ImportedItem {
  return { sourceId: null, gameUserId: null, name: null, changes: [], message: null, ...item }
}
