import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { Sealer } from '../../seal.ts'
import { type EndpointKey, lockEndpoint, sealSecret } from './endpoint.ts'
import { newWebhookSecret } from '../sending/sign-webhook.ts'

/**
 * The new secret is used immediately, and the old one signs as well for a day. If the old one has leaked,
 * `expireOldSecret` ends it now. A second rotation within the day ends the oldest secret.
 */
export async function rotateSecret(
  db: Db | Tx,
  { sealer, expireOldSecret, ...key }: EndpointKey & { sealer: Sealer; expireOldSecret: boolean },
): Promise<{ secret: string; oldSecretExpiresAt: Date | null }> {
  const secret = newWebhookSecret()
  const { keyId, sealed } = sealSecret(sealer, secret, key)
  return inStore(db, key.storeId, async (tx) => {
    const before = await lockEndpoint(tx, key)
    const { old_secret_expires_at: oldSecretExpiresAt } = await tx
      .updateTable('webhook_endpoints')
      .set({
        secret: sealed,
        secret_key_id: keyId,
        old_secret: expireOldSecret ? null : before.secret,
        old_secret_key_id: expireOldSecret ? null : before.secret_key_id,
        old_secret_expires_at: expireOldSecret ? null : sql<Date>`now() + interval '24 hours'`,
        version: sql<number>`version + 1`,
      })
      .where('store_id', '=', key.storeId)
      .where('id', '=', key.endpointId)
      .returning('old_secret_expires_at')
      .executeTakeFirstOrThrow()
    return { secret, oldSecretExpiresAt }
  })
}
