import { ListQuery } from '@quartermaster/contract/manage'
import { SessionPage } from '@quartermaster/contract/manage-account'
import { endSession, endSessions } from '../../../accounts/sessions/end-sessions.ts'
import { listSessions } from '../../../accounts/sessions/list-sessions.ts'
import { formatId, parseId, type SessionId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'

export function sessionRoutes({ parts, account }: ManageApi): void {
  const { db } = parts.accountParts

  account.signedIn(
    {
      method: 'GET',
      url: '/account/sessions',
      operationId: 'listSessions',
      summary: 'List your sessions',
      description: 'Newest first.',
      query: ListQuery,
      response: SessionPage,
    },
    async ({ caller: { accountId, sessionId }, query }) => {
      const after = readCursor(query, (key) => parseId<SessionId>('ses', key))
      const rows = await listSessions(db, { accountId, limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, {
        toItem: ({ id, address, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
          id: formatId('ses', id),
          isCurrent: id === sessionId,
          createdAt: toTimestamp(createdAt),
          lastSeenAt: toTimestamp(lastSeenAt),
          expiresAt: toTimestamp(expiresAt),
          ipAddress: address,
          userAgent: userAgent,
        }),
        keyOf: ({ id }) => formatId('ses', id),
      })
    },
  )
  account.signedIn(
    {
      method: 'DELETE',
      url: '/account/sessions/:sessionId',
      operationId: 'revokeSession',
      summary: 'Revoke a session',
      response: null,
    },
    async ({ caller: { accountId }, params }) => endSession(db, { accountId, sessionId: params.sessionId }),
  )
  account.signedIn(
    {
      method: 'DELETE',
      url: '/account/sessions',
      operationId: 'revokeOtherSessions',
      summary: 'Revoke all other sessions',
      response: null,
      isPerSession: true,
    },
    async ({ caller: { accountId, sessionId } }) => {
      await endSessions(db, { accountId, except: sessionId })
    },
  )
}
