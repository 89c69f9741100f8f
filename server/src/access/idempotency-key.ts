import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { waitedForLock } from '../db/retry-while-locked.ts'
import { AppError } from '../errors.ts'
import type { Sealer } from '../seal.ts'

const RETENTION_HOURS = 24

/** `scope` is a store, an account, or all unauthenticated callers. `principal` is the caller who chose the key. */
export type IdempotencyKey = { scope: string; principal: string; key: string }
export type StoredResponse = {
  status: number
  etag: string | null
  body: string | null
  /** Stored only for secret responses, which are sealed. */
  cookie: string | null
}

type Claim = IdempotencyKey & {
  /** The hashes of the request by each secret key. The first one is stored. */
  fingerprints: [Buffer, ...Buffer[]]
  /** How long no other request can claim the key. Zero if the claim and its response are in one transaction. */
  leaseSeconds: number
  sealer: Sealer
}

type Row = {
  fingerprint: Buffer
  in_progress: boolean
  status: number | null
  etag: string | null
  body: string | null
  sealed: Buffer | null
  sealed_key_id: string | null
}

/**
 * Claims a key for a write, or returns the response of the write that claimed it before. Of several concurrent requests
 * one gets the key; the others wait here until its transaction ends.
 */
export async function claimKey(tx: Tx, claim: Claim): Promise<StoredResponse | 'in_progress' | 'claimed'> {
  const { scope, principal, fingerprints, leaseSeconds, sealer } = claim
  const [fingerprint] = fingerprints
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`
  const { rows: claimed } = await sql`
    insert into idempotent_responses as r (scope, principal, key, fingerprint, claimed_until)
    values (${scope}, ${principal}, ${idempotencyKeyHash(claim)}, ${fingerprint}, ${until})
    on conflict (scope, principal, key) do update
      set fingerprint = ${fingerprint}, claimed_until = ${until}, created_at = now(),
        status = null, etag = null, body = null, sealed = null, sealed_key_id = null
      where r.created_at < now() - make_interval(hours => ${RETENTION_HOURS})
        or (r.status is null and r.claimed_until < now() and r.fingerprint = any(${fingerprints}))
    returning 1 as one`
    .execute(tx)
    .catch((error: unknown) => {
      throw waitedForLock(error) ? requestInProgress(error) : error
    })
  if (claimed.length > 0) return 'claimed'
  const { rows } = await sql<Row>`
    select fingerprint, claimed_until >= now() as in_progress, status, etag, body, sealed, sealed_key_id
    from idempotent_responses
    where scope = ${scope} and principal = ${principal} and key = ${idempotencyKeyHash(claim)}`.execute(tx)
  const [row] = rows
  if (!row) return 'in_progress'
  if (!fingerprints.some((known) => known.equals(row.fingerprint))) {
    throw new AppError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request. Use a new key for each request.',
    )
  }
  if (row.status === null) return 'in_progress'
  const { status, etag, body, sealed, sealed_key_id: keyId } = row
  if (sealed === null || keyId === null) return { status, etag, body, cookie: null }
  const opened = JSON.parse(sealer.open({ keyId, sealed }, sealContext(claim))) as Pick<
    StoredResponse,
    'body' | 'cookie'
  >
  return { status, etag, ...opened }
}

export function requestInProgress(cause?: unknown): AppError {
  const message = 'The same request is still in progress. Retry in a few seconds.'
  return new AppError('request_in_progress', message, { retryAfter: 2, ...(cause !== undefined && { cause }) })
}

/** Stores the response of a write. A response that contains a secret is sealed. */
export async function storeResponse(
  tx: Tx,
  claim: IdempotencyKey & { isSecret: boolean; sealer: Sealer },
  { status, etag, body, cookie }: StoredResponse,
): Promise<void> {
  const { scope, principal, isSecret, sealer } = claim
  const sealed = isSecret ? sealer.seal(JSON.stringify({ body, cookie }), sealContext(claim)) : undefined
  await sql`
    update idempotent_responses set status = ${status}, etag = ${etag}, body = ${sealed ? null : body},
      sealed = ${sealed?.sealed ?? null}, sealed_key_id = ${sealed?.keyId ?? null}
    where scope = ${scope} and principal = ${principal} and key = ${idempotencyKeyHash(claim)}`.execute(tx)
}

/** A rejected request had no effect, so its key can be used again. */
export async function releaseKey(tx: Tx, claim: IdempotencyKey): Promise<void> {
  const { scope, principal } = claim
  await sql`
    delete from idempotent_responses
    where scope = ${scope} and principal = ${principal} and key = ${idempotencyKeyHash(claim)} and status is null`.execute(
    tx,
  )
}

/** Only the hash is stored, because a client may have put personal data into the key. */
export function idempotencyKeyHash({ scope, principal, key }: IdempotencyKey): string {
  return createHash('sha256').update(`${scope} ${principal} ${key}`).digest('hex')
}

function sealContext({ scope, principal, key }: IdempotencyKey): string {
  return `response ${scope} ${principal} ${key}`
}
