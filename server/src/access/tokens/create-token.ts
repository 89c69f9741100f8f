import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type AccountId, type ApiTokenId, newId, type StoreId } from '../../ids.ts'
import { hashSecretToken, hintOf, newSecretToken } from '../../secret-token.ts'
import { limitOfStore } from '../../stores/limits.ts'
import { requireText } from '../../text.ts'
import { isScope, type Permission, TOKEN_SCOPES } from '../permissions.ts'

/** Differs from the prefix of server keys, so that neither is mistaken for the other. */
export const API_TOKEN_PREFIX = 'qmt_'

export type NewToken = {
  storeId: StoreId
  name: string
  scopes: string[]
  expiresAt: Date | null
  /** The member who creates the token, who can only grant permissions that they have. Null: the command line. */
  by: { accountId: AccountId; permissions: readonly Permission[] } | null
}

/** Only the hash of the token is stored, so it is returned only here. */
export async function createToken(
  tx: Tx,
  { storeId, name, scopes, expiresAt, by }: NewToken,
): Promise<{ id: ApiTokenId; token: string }> {
  const granted = [...new Set(scopes)].map((scope) => requireScope(scope, by?.permissions ?? TOKEN_SCOPES))
  if (granted.length === 0) throw new AppError('invalid_request', 'A token needs at least one scope.')
  const maximum = await limitOfStore(tx, { storeId, name: 'tokens' })
  const { rows: stores } = await sql<{ is_past: boolean }>`
    select coalesce(${expiresAt}::timestamptz <= now(), false) as is_past from stores where id = ${storeId}`.execute(tx)
  if (!stores[0]) throw new AppError('not_found', 'No such store')
  if (by) await requireStillMember(tx, { storeId, accountId: by.accountId })
  if (stores[0].is_past)
    throw new AppError('invalid_request', 'The token would already be expired. Choose a time in the future.')
  const { rows: active } = await sql`
    select 1 as one from api_tokens
    where store_id = ${storeId} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(tx)
  if (active.length >= maximum) {
    throw new AppError('too_many_keys', `A store can have at most ${maximum} active tokens. Revoke one first.`)
  }
  const id = newId<ApiTokenId>()
  const token = newSecretToken(API_TOKEN_PREFIX)
  await tx
    .insertInto('api_tokens')
    .values({
      store_id: storeId,
      id,
      name: requireText('The name of the token', name, { max: 100 }),
      token_hash: hashSecretToken(token),
      hint: hintOf(token),
      scopes: granted,
      created_by: by?.accountId ?? null,
      expires_at: expiresAt,
    })
    .execute()
  return { id, token }
}

/** A member who is removed during the request must not keep a token that works again when they return. */
async function requireStillMember(
  tx: Tx,
  { storeId, accountId }: { storeId: StoreId; accountId: AccountId },
): Promise<void> {
  const { rows } = await sql`
    select 1 as one from store_members where store_id = ${storeId} and account_id = ${accountId}`.execute(tx)
  if (rows.length === 0) throw new AppError('forbidden', 'You are no longer a member of this store.')
}

function requireScope(scope: string, allowed: readonly Permission[]): Permission {
  if (!isScope(scope)) {
    throw new AppError('invalid_request', `Unknown scope "${scope}". Use: ${TOKEN_SCOPES.join(', ')}.`)
  }
  if (!allowed.includes(scope))
    throw new AppError('forbidden', `You do not have the permission "${scope}", so you cannot grant it to a token.`)
  return scope
}
