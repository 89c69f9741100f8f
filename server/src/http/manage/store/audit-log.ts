import { AuditLogPage, ListAuditLogQuery } from '@quartermaster/contract/manage-store'
import { listAuditLog } from '../../../access/list-audit.ts'
import { AppError } from '../../../errors.ts'
import { type AccountId, type ApiTokenId, type AuditId, formatId, parseId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { readTimeRange, toTimestamp } from '../../json-api/timestamps.ts'

export function auditLogRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/audit-log',
      operationId: 'listAuditLog',
      summary: 'List audit log entries',
      description: 'Newest first, or oldest first with `order=oldest`, which suits an export.',
      permission: 'audit:read',
      query: ListAuditLogQuery,
      response: AuditLogPage,
    },
    async ({ tx, storeId, query }) => {
      const { action, subject, actorId, order } = query
      const after = readCursor(query, (key) => parseId<AuditId>('aud', key))
      const rows = await listAuditLog(tx, {
        storeId,
        ...readTimeRange(query),
        oldestFirst: order === 'oldest',
        limit: rowLimit(query),
        ...(after && { after }),
        ...(action !== undefined && { action }),
        ...(subject !== undefined && { subject }),
        ...(actorId !== undefined && { actorId: readActorId(actorId) }),
      })
      return toPage(rows, query, { toItem: entryToWire, keyOf: ({ id }) => formatId('aud', id) })
    },
  )
}

function readActorId(text: string): AccountId | ApiTokenId {
  const id = parseId<AccountId>('acc', text) ?? parseId<ApiTokenId>('tok', text)
  if (id) return id
  throw new AppError('invalid_request', 'actorId is not the id of an account or of an API token.', {
    field: 'querystring/actorId',
  })
}

function entryToWire(row: Awaited<ReturnType<typeof listAuditLog>>[number]) {
  const { actor_kind: type, actor_id: actorId, actor_name: name } = row
  return {
    id: formatId('aud', row.id),
    createdAt: toTimestamp(row.at),
    actor: { type, id: actorId === null ? null : formatActorId(type, actorId), name },
    action: row.action,
    subject: row.subject,
    details: row.details as Record<string, unknown>,
    ipAddress: row.address,
    requestId: row.request_id,
  }
}

function formatActorId(type: string, id: AccountId | ApiTokenId): string {
  return type === 'token' ? formatId('tok', id as ApiTokenId) : formatId('acc', id as AccountId)
}
