import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { waitedForLock } from '../db/retry-while-locked.ts'
import { AppError } from '../errors.ts'
import type { Sealer } from '../seal.ts'

/** How long an answer is kept. */
const HOURS = 24

/** Whose key it is: a store, an account, or nobody yet; and within it, who chose it. */
export type IdempotencyKey = { scope: string; principal: string; key: string }
export type StoredResponse = {
  status: number
  etag: string | null
  body: string | null
  /** Kept only where the answer is sealed. */
  cookie: string | null
}

type Claim = IdempotencyKey & {
  /** Of the request. The first one is kept. */
  fingerprints: [Buffer, ...Buffer[]]
  /** For how long nobody else begins with it; nothing when the claim and its answer are one transaction. */
  leaseSeconds: number
  sealer: Sealer
}

type Row = {
  fingerprint: Buffer
  busy: boolean
  status: number | null
  etag: string | null
  body: string | null
  sealed: Buffer | null
  sealed_key_id: string | null
}

/**
 * Takes a key for a write. The answer of the write that took it before, when there is one; 'busy' while somebody is
 * at it; 'mine' when the caller is to do it. Of many at once, one gets it and the others wait here for its transaction.
 */
export async function claimKey(tx: Tx, claim: Claim): Promise<StoredResponse | 'busy' | 'mine'> {
  const { scope, principal, fingerprints, leaseSeconds, sealer } = claim
  const [fingerprint] = fingerprints
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`
  const { rows: taken } = await sql`
    insert into idempotent_responses as a (scope, principal, key, fingerprint, claimed_until)
    values (${scope}, ${principal}, ${idempotencyKeyHash(claim)}, ${fingerprint}, ${until})
    on conflict (scope, principal, key) do update
      set fingerprint = ${fingerprint}, claimed_until = ${until}, created_at = now(),
        status = null, etag = null, body = null, sealed = null, sealed_key_id = null
      where a.created_at < now() - make_interval(hours => ${HOURS})
        or (a.status is null and a.claimed_until < now() and a.fingerprint = any(${fingerprints}))
    returning 1 as one`
    .execute(tx)
    .catch((error: unknown) => {
      throw waitedForLock(error) ? underWay(error) : error
    })
  if (taken.length > 0) return 'mine'
  const { rows } = await sql<Row>`
    select fingerprint, claimed_until >= now() as busy, status, etag, body, sealed, sealed_key_id from idempotent_responses
    where scope = ${scope} and principal = ${principal} and key = ${idempotencyKeyHash(claim)}`.execute(tx)
  const [row] = rows
  if (!row) return 'busy'
  if (!fingerprints.some((one) => one.equals(row.fingerprint))) {
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request; take a new one')
  }
  if (row.status === null) return 'busy'
  const { status, etag, body, sealed, sealed_key_id: keyId } = row
  if (sealed === null || keyId === null) return { status, etag, body, cookie: null }
  const opened = JSON.parse(sealer.open({ keyId, sealed }, about(claim))) as Pick<StoredResponse, 'body' | 'cookie'>
  return { status, etag, ...opened }
}

export function underWay(cause?: unknown): AppError {
  const message = 'The same request is still under way; ask again in a moment'
  return new AppError('in_progress', message, { retryAfter: 2, ...(cause !== undefined && { cause }) })
}

/** Keeps what the write was answered. A secret that is shown once is kept sealed. */
export async function storeResponse(
  tx: Tx,
  answerKey: IdempotencyKey,
  { status, etag, body, cookie, secret, sealer }: StoredResponse & { secret: boolean; sealer: Sealer },
): Promise<void> {
  const { scope, principal } = answerKey
  const kept = secret ? sealer.seal(JSON.stringify({ body, cookie }), about(answerKey)) : undefined
  await sql`
    update idempotent_responses set status = ${status}, etag = ${etag}, body = ${kept ? null : body},
      sealed = ${kept?.sealed ?? null}, sealed_key_id = ${kept?.keyId ?? null}
    where scope = ${scope} and principal = ${principal} and key = ${idempotencyKeyHash(answerKey)}`.execute(tx)
}

/** What was refused has done nothing, so the key is free again. */
export async function releaseKey(tx: Tx, answerKey: IdempotencyKey): Promise<void> {
  const { scope, principal } = answerKey
  await sql`
    delete from idempotent_responses
    where scope = ${scope} and principal = ${principal} and key = ${idempotencyKeyHash(answerKey)} and status is null`.execute(
    tx,
  )
}

/** As it is kept: who chose it may have put a player's name into it, and it is only ever compared. */
export function idempotencyKeyHash({ scope, principal, key }: IdempotencyKey): string {
  return createHash('sha256').update(`${scope} ${principal} ${key}`).digest('hex')
}

function about({ scope, principal, key }: IdempotencyKey): string {
  return `answer ${scope} ${principal} ${key}`
}
