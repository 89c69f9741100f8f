import { AUDIT_QUERY, AuditLogPage, AuditEntry } from '@quartermaster/contract/manage-store'
import { listAuditLog } from '../../../access/list-audit.ts'
import { AppError } from '../../../errors.ts'
import { type AccountId, type ApiTokenId, type AuditId, formatId, parseId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment } from '../moment.ts'
import type { Surface } from '../surface.ts'

export function auditRoutes({ store, publish }: Surface): void {
  publish(AuditEntry, AuditLogPage)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/audit-log',
      operationId: 'listAuditLog',
      summary: 'What was done in the store, newest first',
      permission: 'audit:read',
      query: AUDIT_QUERY,
      answer: 'AuditLogPage',
    },
    async ({ tx, storeId, query }) => {
      const { action, subject, actorId } = query
      const after = readCursor(query, (key) => parseId<AuditId>('aud', key))
      const rows = await listAuditLog(tx, {
        storeId,
        most: mostOf(query),
        ...(after && { after }),
        ...(action !== undefined && { action }),
        ...(subject !== undefined && { subject }),
        ...(actorId !== undefined && { actorId: readActor(actorId) }),
      })
      return toPage(rows, query, { show: toWire, keyOf: ({ id }) => formatId('aud', id) })
    },
  )
}

function readActor(text: string): AccountId | ApiTokenId {
  const id = parseId<AccountId>('acc', text) ?? parseId<ApiTokenId>('tok', text)
  if (id) return id
  throw new AppError('invalid_request', 'An actor is an account or a token', { field: 'querystring/actorId' })
}

function toWire(row: Awaited<ReturnType<typeof listAuditLog>>[number]) {
  const { actor_kind: kind, actor_id: actorId, actor_name: name } = row
  return {
    id: formatId('aud', row.id),
    at: moment(row.at),
    actor: { kind, id: actorId === null ? null : formatActor(kind, actorId), name },
    action: row.action,
    subject: row.subject,
    details: row.details,
    address: row.address,
    requestId: row.request_id,
  }
}

function formatActor(kind: string, id: AccountId | ApiTokenId): string {
  return kind === 'token' ? formatId('tok', id as ApiTokenId) : formatId('acc', id as AccountId)
}
