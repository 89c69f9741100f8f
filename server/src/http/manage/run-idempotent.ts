import { setTimeout as sleep } from 'node:timers/promises'
import {
  claimKey,
  type IdempotencyKey,
  releaseKey,
  requestInProgress,
  type StoredResponse,
  storeResponse,
} from '../../access/idempotency-key.ts'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Sealer } from '../../seal.ts'
import { requestText } from '../json-api/read-request.ts'

/** How long a request waits for the same request that is in progress, and how often it checks. */
const WAIT_TIMEOUT_MS = 8_000
const POLL_INTERVAL_MS = 100
/** A request that has not finished by then has died, and another one may start again. */
const LEASE_SECONDS = 60

export type IdempotentRequest = IdempotencyKey & {
  fingerprints: [Buffer, ...Buffer[]]
  isSecret: boolean
  sealer: Sealer
}
export type Outcome = { response: StoredResponse; isReplay: boolean }

/** Undefined for reads, and for writes without an Idempotency-Key. */
export function readIdempotentRequest(
  request: FastifyRequest,
  { isSecret = false, ...rest }: { scope: string; principal: string; isSecret: boolean | undefined; sealer: Sealer },
): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (request.method === 'GET' || typeof key !== 'string') return undefined
  if (isSecret) requireSecretKeys(rest.sealer)
  return { ...rest, key, isSecret, fingerprints: rest.sealer.fingerprints(requestText(request)) }
}

/** Checked before the work starts, because a secret response can only be stored sealed. */
function requireSecretKeys({ keyId }: Sealer): void {
  if (keyId !== undefined) return
  throw new AppError(
    'not_configured',
    'This request cannot take an Idempotency-Key, because SECRET_KEYS is not set. Set it, or send no key.',
  )
}

/** Stores the effect of a write and its response in one transaction. Without a key, the work is simply done. */
export async function runIdempotent(
  tx: Tx,
  request: IdempotentRequest | undefined,
  work: () => Promise<StoredResponse>,
): Promise<Outcome> {
  if (!request) return { response: await work(), isReplay: false }
  const claimed = await claimKey(tx, { ...request, leaseSeconds: 0 })
  if (claimed === 'in_progress') throw requestInProgress()
  if (claimed !== 'claimed') return { response: claimed, isReplay: true }
  const response = await work()
  await storeResponse(tx, request, response)
  return { response, isReplay: false }
}

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * The same for work that takes several transactions. The key is claimed first and the response is stored last. If the
 * process dies in between, another request with the same key does the work again after a minute, so the work must be
 * safe to repeat.
 */
export async function runIdempotentSteps(
  inTransaction: InTransaction,
  request: IdempotentRequest | undefined,
  work: () => Promise<StoredResponse>,
): Promise<Outcome> {
  if (!request) return { response: await work(), isReplay: false }
  const claimed = await waitForClaim(inTransaction, request)
  if (claimed !== 'claimed') return { response: claimed, isReplay: true }
  let response: StoredResponse
  try {
    response = await work()
  } catch (error) {
    await inTransaction((tx) => releaseKey(tx, request)).catch(() => undefined)
    throw error
  }
  await inTransaction((tx) => storeResponse(tx, request, response))
  return { response, isReplay: false }
}

async function waitForClaim(
  inTransaction: InTransaction,
  request: IdempotentRequest,
): Promise<StoredResponse | 'claimed'> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS
  for (;;) {
    const claimed = await inTransaction((tx) => claimKey(tx, { ...request, leaseSeconds: LEASE_SECONDS }))
    if (claimed !== 'in_progress') return claimed
    if (Date.now() > deadline) throw requestInProgress()
    await sleep(POLL_INTERVAL_MS)
  }
}
