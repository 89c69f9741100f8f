import { ListQuery } from '@quartermaster/contract/manage'
import { ApiTokenPage, CreatedApiToken, CreateTokenBody } from '@quartermaster/contract/manage-members'
import { createToken } from '../../../access/tokens/create-token.ts'
import { listTokens } from '../../../access/tokens/list-tokens.ts'
import { revokeToken } from '../../../access/tokens/revoke-token.ts'
import { AppError } from '../../../errors.ts'
import { type ApiTokenId, formatId, parseId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { readTimestamp, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'

/** A token that no one uses any more should not open the store for ever. */
const DEFAULT_DAYS = 90

const TOKENS = '/stores/:storeId/tokens'

export function tokenRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: TOKENS,
      operationId: 'listTokens',
      summary: 'List API tokens',
      description: 'Newest first, including revoked and expired tokens.',
      permission: 'tokens:read',
      query: ListQuery,
      response: ApiTokenPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<ApiTokenId>('tok', key))
      const rows = await listTokens(tx, { storeId, limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, { toItem: tokenToWire, keyOf: ({ id }) => formatId('tok', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: TOKENS,
      operationId: 'createToken',
      summary: 'Create an API token',
      description:
        'A token has the permissions of its scopes, and never more than the member who created it. It expires after 90 days, unless `expiresAt` says otherwise; null: never.',
      permission: 'tokens:write',
      requiresRecentAuthentication: true,
      body: CreateTokenBody,
      response: CreatedApiToken,
      status: 201,
      isSecret: true,
    },
    async ({ tx, storeId, body, actor, note }) => {
      // Requests with a token are not audited as those of operators are, and the token would outlast the operator.
      if (actor.kind !== 'member' && actor.kind !== 'command_line')
        throw new AppError('forbidden', 'Only a member of the store can create API tokens.')
      const { name, scopes } = body
      const expiresAt = readExpiry(body.expiresAt)
      const by = actor.kind === 'member' ? { accountId: actor.id, permissions: actor.permissions } : null
      const { id, token } = await createToken(tx, { storeId, name, scopes, expiresAt, by })
      note({ details: { name, scopes, expiresAt: toNullableTimestamp(expiresAt) } })
      return { id: formatId('tok', id), token, expiresAt: toNullableTimestamp(expiresAt) }
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: `${TOKENS}/:tokenId`,
      operationId: 'revokeToken',
      summary: 'Revoke an API token',
      permission: 'tokens:write',
      response: null,
    },
    async ({ tx, storeId, params }) => revokeToken(tx, { storeId, tokenId: params.tokenId }),
  )
}

function readExpiry(expiresAt: string | null | undefined): Date | null {
  if (expiresAt === undefined) return new Date(Date.now() + DEFAULT_DAYS * 86_400_000)
  return expiresAt === null ? null : readTimestamp(expiresAt, 'body/expiresAt')
}

function tokenToWire(row: Awaited<ReturnType<typeof listTokens>>[number]) {
  return {
    id: formatId('tok', row.id),
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    isActive: row.active,
    createdBy: row.created_by === null ? null : formatId('acc', row.created_by),
    createdAt: toTimestamp(row.created_at),
    expiresAt: toNullableTimestamp(row.expires_at),
    lastUsedAt: toNullableTimestamp(row.last_used_at),
    lastUsedFrom: row.last_used_from,
    revokedAt: toNullableTimestamp(row.revoked_at),
  }
}
