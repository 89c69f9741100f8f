import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type AccountId, type ApiTokenId, newId, type StoreId } from '../ids.ts'
import { hashSecretToken, hintOf, newSecretToken } from '../secret-token.ts'
import { requireText } from '../text.ts'
import { isScope, type Permission, TOKEN_SCOPES } from './permissions.ts'

/** Another one than that of server keys, and neither opens the other's door. */
export const API_TOKEN_PREFIX = 'qmt_'

const MOST_TOKENS = 50

export type NewToken = {
  storeId: StoreId
  name: string
  scopes: string[]
  expiresAt: Date | null
  /** Who makes it, and what he may do: nobody gives away what he has not. Null: on the command line of the machine. */
  by: { accountId: AccountId; permissions: readonly Permission[] } | null
}

/** The token is in the answer and nowhere else: only its hash is kept. */
export async function createToken(
  tx: Tx,
  { storeId, name, scopes, expiresAt, by }: NewToken,
): Promise<{ id: ApiTokenId; token: string }> {
  const wanted = [...new Set(scopes)].map((scope) => requireScope(scope, by?.permissions ?? TOKEN_SCOPES))
  if (wanted.length === 0) throw new AppError('invalid_request', 'A token needs at least one scope')
  // The lock lets two new tokens take turns, so that the limit holds.
  const { rows: stores } = await sql<{ past: boolean }>`
    select coalesce(${expiresAt}::timestamptz <= now(), false) as past from stores where id = ${storeId} for no key update`.execute(
    tx,
  )
  if (!stores[0]) throw new AppError('not_found', 'No such store')
  if (by) await requireStillMember(tx, { storeId, accountId: by.accountId })
  if (stores[0].past) throw new AppError('invalid_request', 'The end of a token lies in the future')
  const { rows: active } = await sql`
    select 1 as one from api_tokens
    where store_id = ${storeId} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(tx)
  if (active.length >= MOST_TOKENS) {
    throw new AppError('too_many_keys', `A store has ${MOST_TOKENS} active tokens at the most; revoke one first`)
  }
  const id = newId<ApiTokenId>()
  const token = newSecretToken(API_TOKEN_PREFIX)
  await tx
    .insertInto('api_tokens')
    .values({
      store_id: storeId,
      id,
      name: requireText('The name of the token', name, { most: 100 }),
      token_hash: hashSecretToken(token),
      hint: hintOf(token),
      scopes: wanted,
      created_by: by?.accountId ?? null,
      expires_at: expiresAt,
    })
    .execute()
  return { id, token }
}

/** Taken out while he asked: the tokens he had were revoked, and this one would wait for his return. */
async function requireStillMember(
  tx: Tx,
  { storeId, accountId }: { storeId: StoreId; accountId: AccountId },
): Promise<void> {
  const { rows } = await sql`
    select 1 as one from store_members where store_id = ${storeId} and account_id = ${accountId}`.execute(tx)
  if (rows.length === 0) throw new AppError('forbidden', 'You are not a member of this store any more')
}

function requireScope(scope: string, allowed: readonly Permission[]): Permission {
  if (!isScope(scope)) {
    throw new AppError('invalid_request', `There is no scope "${scope}"; there are ${TOKEN_SCOPES.join(', ')}`)
  }
  if (!allowed.includes(scope)) throw new AppError('forbidden', `You cannot give "${scope}" away: you do not have it`)
  return scope
}
