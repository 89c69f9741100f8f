import type { Tx } from '../db/database.ts'
import type { AccountId, ApiTokenId, AuditId, StoreId } from '../ids.ts'

export type AuditFilter = {
  storeId: StoreId
  actorId?: AccountId | ApiTokenId
  action?: string
  subject?: string
  limit: number
  after?: AuditId
}

/** Newest first. */
export async function listAuditLog(tx: Tx, { storeId, actorId, action, subject, limit, after }: AuditFilter) {
  let query = tx
    .selectFrom('audit_log')
    .select([
      'id',
      'at',
      'actor_kind',
      'actor_id',
      'actor_name',
      'action',
      'subject',
      'details',
      'address',
      'request_id',
    ])
    .where('store_id', '=', storeId)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (after !== undefined) query = query.where('id', '<', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}
