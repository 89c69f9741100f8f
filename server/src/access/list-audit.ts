import type { Tx } from '../db/database.ts'
import type { AccountId, ApiTokenId, AuditId, StoreId } from '../ids.ts'

export type AuditFilter = {
  storeId: StoreId
  actorId?: AccountId | ApiTokenId
  action?: string
  subject?: string
  from?: Date
  to?: Date
  /** The newest entries come first otherwise. */
  oldestFirst?: boolean
  limit: number
  after?: AuditId
}

export async function listAuditLog(tx: Tx, filter: AuditFilter) {
  const { storeId, actorId, action, subject, from, to, oldestFirst = false, limit, after } = filter
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
  if (from) query = query.where('at', '>=', from)
  if (to) query = query.where('at', '<', to)
  if (after !== undefined) query = query.where('id', oldestFirst ? '>' : '<', after)
  return query
    .orderBy('id', oldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}
