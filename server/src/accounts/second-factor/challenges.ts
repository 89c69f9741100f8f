import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import type { AccountId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { hashSecretToken, newSecretToken } from '../../secret-token.ts'

export type ChallengeKind = 'second_factor' | 'totp' | 'passkey_register' | 'passkey_sign_in' | 'provider'

const MINUTES = 10
const MAX_ATTEMPTS = 5

export type Challenge = { accountId: AccountId | null; secret: string | null }
type Found = { account_id: AccountId | null; sealed: Buffer | null; key_id: string | null }

/**
 * Connects two requests: the first one returns the token, and the second one must send it. The challenge of a passkey is
 * itself the token. `secret` is data for the second request that must stay hidden.
 */
export async function openChallenge(
  db: AccountsDb | AccountsTx,
  {
    kind,
    accountId,
    sealer,
    secret,
    token = newSecretToken('qmc_'),
  }: { kind: ChallengeKind; accountId: AccountId | null; sealer: Sealer; secret?: string; token?: string },
): Promise<string> {
  const tokenHash = hashSecretToken(token)
  const sealed = secret === undefined ? undefined : sealer.seal(secret, label(kind, tokenHash))
  await db
    .insertInto('account_challenges')
    .values({
      token_hash: tokenHash,
      kind,
      account_id: accountId,
      sealed: sealed?.sealed ?? null,
      key_id: sealed?.keyId ?? null,
      expires_at: sql`now() + make_interval(mins => ${MINUTES})`,
    })
    .execute()
  return token
}

type ChallengeToken = { kind: ChallengeKind; token: string; sealer: Sealer }

/** Deletes the challenge, so it can be used once. */
export async function consumeChallenge(
  db: AccountsDb | AccountsTx,
  { kind, token, sealer }: ChallengeToken,
): Promise<Challenge | undefined> {
  const found = await db
    .deleteFrom('account_challenges')
    .where('token_hash', '=', hashSecretToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'sealed', 'key_id'])
    .executeTakeFirst()
  return found && toChallenge(found, { kind, token, sealer })
}

/** Allows a few attempts. After a success, delete it with `consumeChallenge`. */
export async function attemptChallenge(
  db: AccountsDb,
  { kind, token, sealer }: ChallengeToken,
): Promise<Challenge | undefined> {
  const found = await db
    .updateTable('account_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('token_hash', '=', hashSecretToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', MAX_ATTEMPTS)
    .returning(['account_id', 'sealed', 'key_id'])
    .executeTakeFirst()
  return found && toChallenge(found, { kind, token, sealer })
}

function toChallenge(found: Found, { kind, token, sealer }: ChallengeToken): Challenge {
  const { account_id: accountId, sealed, key_id: keyId } = found
  const secret = sealed && keyId !== null ? sealer.open({ keyId, sealed }, label(kind, hashSecretToken(token))) : null
  return { accountId, secret }
}

/** Binds the secret to its challenge. */
function label(kind: ChallengeKind, tokenHash: Buffer): string {
  return `challenge:${kind}:${tokenHash.toString('hex')}`
}
