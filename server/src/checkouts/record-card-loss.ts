import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type AlertId, type CheckoutId, formatId, newId, type StoreId } from '../ids.ts'

/** Owners get a mail: goods were given for a gift card that nobody has paid for. The order and the ledger of the card say how much. */
export async function recordCardLoss(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  await sql`
    insert into store_alerts (store_id, id, kind, actor, subject)
    values (${storeId}, ${newId<AlertId>()}, 'gift_card_loss', 'the buyer', ${formatId('chk', checkoutId)})`.execute(tx)
}
