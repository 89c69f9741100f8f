import { ApiToken, ApiTokenPage, LIST_QUERY, NewToken, NewTokenBody } from '@quartermaster/contract/manage-store'
import { createToken } from '../../../access/create-token.ts'
import { listTokens } from '../../../access/list-tokens.ts'
import { revokeToken } from '../../../access/revoke-token.ts'
import { AppError } from '../../../errors.ts'
import { type ApiTokenId, formatId, parseId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment, momentOrNull, readMoment } from '../moment.ts'
import type { Surface } from '../surface.ts'

export function tokenRoutes({ store, publish }: Surface): void {
  publish(ApiToken, ApiTokenPage, NewToken)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/tokens',
      operationId: 'listTokens',
      summary: 'API tokens, newest first',
      permission: 'tokens:read',
      query: LIST_QUERY,
      answer: 'ApiTokenPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<ApiTokenId>('tok', key))
      const rows = await listTokens(tx, { storeId, most: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, { show: toWire, keyOf: ({ id }) => formatId('tok', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/tokens',
      operationId: 'createToken',
      summary: 'Make an API token',
      description: 'It can do what its scopes say, and never more than you may do. It is shown once, here.',
      permission: 'tokens:write',
      proof: true,
      body: NewTokenBody,
      answer: 'NewToken',
      status: 201,
      secret: true,
    },
    async ({ tx, storeId, body, actor, note }) => {
      // What a token reads is in no log, and it would outlive the operator.
      if (actor.kind !== 'member' && actor.kind !== 'command_line') throw new AppError('forbidden', 'Only a member of the store makes tokens')
      const { name, scopes } = body
      const expiresAt = body.expiresAt ? readMoment(body.expiresAt, 'body/expiresAt') : null
      const by = actor.kind === 'member' ? { accountId: actor.id, permissions: actor.permissions } : null
      const { id, token } = await createToken(tx, { storeId, name, scopes, expiresAt, by })
      note({ details: { name, scopes, expiresAt: momentOrNull(expiresAt) } })
      return { id: formatId('tok', id), token }
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: '/stores/:storeId/tokens/:tokenId',
      operationId: 'revokeToken',
      summary: 'Revoke an API token',
      permission: 'tokens:write',
      answer: null,
    },
    async ({ tx, storeId, params }) => revokeToken(tx, { storeId, tokenId: params.tokenId }),
  )
}

function toWire(row: Awaited<ReturnType<typeof listTokens>>[number]) {
  return {
    id: formatId('tok', row.id),
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    active: row.active,
    createdBy: row.created_by === null ? null : formatId('acc', row.created_by),
    createdAt: moment(row.created_at),
    expiresAt: momentOrNull(row.expires_at),
    lastUsedAt: momentOrNull(row.last_used_at),
    lastUsedFrom: row.last_used_from,
    revokedAt: momentOrNull(row.revoked_at),
  }
}
