import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { hashSecretToken } from '../../secret-token.ts'
import type { Sealer } from '../../seal.ts'
import { newOrderToken, orderTokenLabel } from './order-token.ts'

type NewBuyer = {
  storeId: StoreId
  checkoutId: CheckoutId
  email: string | null
  locale: string
  consentVersion: string
  boughtBy: string | null
  /** The pages of the store do not name the buyer for this order. */
  hideName: boolean
}

/** Stores what the buyer entered, and returns the token of the link to the order. */
export async function insertBuyer(tx: Tx, sealer: Sealer, buyer: NewBuyer): Promise<string> {
  const { storeId, checkoutId, email, locale, consentVersion, boughtBy, hideName } = buyer
  const token = newOrderToken()
  const { keyId, sealed } = sealer.seal(token, orderTokenLabel(storeId, checkoutId))
  await sql`
    insert into checkout_buyers (store_id, checkout_id, token_hash, token_sealed, key_id, email, locale, bought_by,
      consented_at, consent_version, hides_name)
    values (${storeId}, ${checkoutId}, ${hashSecretToken(token)}, ${sealed}, ${keyId}, ${email}, ${locale}, ${boughtBy},
      now(), ${consentVersion}, ${hideName})`.execute(tx)
  return token
}

/** Somebody who has not proved who they are hides their order, and not the player of that name. */
export async function hideBuyer(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  await sql`
    update checkout_buyers set hides_name = true where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(
    tx,
  )
}

/** The token of a link is known until the receipt was queued. */
export async function readOrderToken(
  tx: Tx,
  sealer: Sealer,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<string> {
  const { rows } = await sql<{ sealed: Buffer | null; keyId: string | null }>`
    select token_sealed as sealed, key_id as "keyId" from checkout_buyers
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  const { sealed = null, keyId = null } = rows[0] ?? {}
  if (sealed === null || keyId === null)
    throw new AppError('conflict', 'This basket was bought already. The link to the order is in your receipt.')
  return sealer.open({ keyId, sealed }, orderTokenLabel(storeId, checkoutId))
}
