import { sql } from 'kysely'
import { type Db, inStore } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import { requireLine } from '../text.ts'

/** Providers send the buyer there. Only a machine in development has no certificate. */
export function requireReturnUrl(text: string): void {
  requireLine('The return URL', text, { max: 2_000 })
  const url = URL.parse(text)
  const isLocal = url !== null && /^(127\.0\.0\.1|\[::1\]|localhost|.*\.localhost)$/.test(url.hostname)
  const isAllowed = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))
  if (!isAllowed || url.username !== '' || url.password !== '')
    throw new AppError(
      'invalid_request',
      'The return URL must be an https address, such as https://vale.example/thanks',
      {
        field: 'body/returnUrl',
      },
    )
}

/** Where the buyer of a checkout is sent after the payment page. Null: to our own page about the order. */
export async function readReturnUrl(
  db: Db,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<string | null> {
  const { rows } = await inStore(db, storeId, (tx) =>
    sql<{ return_url: string | null }>`
      select return_url from payments where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx),
  )
  return rows[0]?.return_url ?? null
}
