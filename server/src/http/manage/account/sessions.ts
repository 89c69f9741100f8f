import { Session, SESSION_QUERY, SessionPage } from '@quartermaster/contract/manage-account'
import { endSession, endSessions } from '../../../accounts/sessions/end-sessions.ts'
import { listSessions } from '../../../accounts/sessions/list-sessions.ts'
import { formatId, parseId, type SessionId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment } from '../moment.ts'
import type { Surface } from '../surface.ts'

export function sessionRoutes({ parts, account, publish }: Surface): void {
  const { db } = parts.people
  publish(Session, SessionPage)

  account.mine(
    {
      method: 'GET',
      url: '/account/sessions',
      operationId: 'listSessions',
      summary: 'Where you are signed in, newest first',
      query: SESSION_QUERY,
      answer: 'SessionPage',
    },
    async ({ person: { accountId, sessionId }, query }) => {
      const after = readCursor(query, (key) => parseId<SessionId>('ses', key))
      const rows = await listSessions(db, { accountId, limit: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, {
        show: ({ id, address, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
          id: formatId('ses', id),
          isCurrent: id === sessionId,
          createdAt: moment(createdAt),
          lastSeenAt: moment(lastSeenAt),
          expiresAt: moment(expiresAt),
          address,
          userAgent,
        }),
        keyOf: ({ id }) => formatId('ses', id),
      })
    },
  )
  account.mine(
    {
      method: 'DELETE',
      url: '/account/sessions/:sessionId',
      operationId: 'endSession',
      summary: 'End one session',
      answer: null,
    },
    async ({ person: { accountId }, params }) => endSession(db, { accountId, sessionId: params.sessionId }),
  )
  account.mine(
    {
      method: 'DELETE',
      url: '/account/sessions',
      operationId: 'revokeOtherSessions',
      summary: 'End all sessions but this one',
      answer: null,
      ofSession: true,
    },
    async ({ person: { accountId, sessionId } }) => {
      await endSessions(db, { accountId, except: sessionId })
    },
  )
}
