import type { Tx } from '../db/database.ts'
import { type AuditId, newId, type StoreId } from '../ids.ts'
import type { Actor } from './member.ts'

export type AuditRecord = {
  storeId: StoreId
  actor: Pick<Actor, 'kind' | 'id' | 'name'>
  action: string
  subject: string | null
  details: object
  address: string | null
  requestId: string | null
}

/** Takes the transaction of the change, so that the change and its audit entry are committed together. */
export async function recordAudit(tx: Tx, entry: AuditRecord): Promise<void> {
  const { storeId, actor, action, subject, details, address, requestId } = entry
  const isLocal = actor.kind === 'command_line'
  await tx
    .insertInto('audit_log')
    .values({
      store_id: storeId,
      id: newId<AuditId>(),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      action,
      subject,
      details: JSON.stringify(details) as unknown as object,
      // Requests of the command line have no network address, and their ids are in no log.
      address: isLocal ? null : address,
      request_id: isLocal ? null : requestId,
    })
    .execute()
}
