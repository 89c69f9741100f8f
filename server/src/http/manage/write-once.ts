import { setTimeout as sleep } from 'node:timers/promises'
import {
  type IdempotencyKey,
  claimKey,
  storeResponse,
  type StoredResponse,
  releaseKey,
  underWay,
} from '../../access/idempotency-key.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Sealer } from '../../seal.ts'

/** How long others wait for a write that is under way, and how often they look. */
const DATABASE_TIMEOUT_MS = 8_000
const LOOK_MS = 100
/** After this somebody else may begin anew: whoever had begun has died. */
const LEASE_SECONDS = 60

export type Once = IdempotencyKey & { fingerprints: [Buffer, ...Buffer[]]; secret: boolean; sealer: Sealer }
export type Answered = { answer: StoredResponse; replayed: boolean }

/** A write and its answer in one transaction: both are there, or neither. Without a key it is simply done. */
export async function runIdempotent(
  tx: Tx,
  once: Once | undefined,
  work: () => Promise<StoredResponse>,
): Promise<Answered> {
  if (!once) return { answer: await work(), replayed: false }
  const found = await claimKey(tx, { ...once, leaseSeconds: 0 })
  if (found === 'busy') throw underWay()
  if (found !== 'mine') return { answer: found, replayed: true }
  const answer = await work()
  await storeResponse(tx, once, { ...answer, secret: once.secret, sealer: once.sealer })
  return { answer, replayed: false }
}

type Short = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * The same for what takes several transactions, or asks somebody else in between. The key is claimed first; whoever
 * dies on the way leaves it to the next one after a minute, so what is done under it must bear being begun again.
 */
export async function runIdempotentOutside(
  short: Short,
  once: Once | undefined,
  work: () => Promise<StoredResponse>,
): Promise<Answered> {
  if (!once) return { answer: await work(), replayed: false }
  const found = await claimPatiently(short, once)
  if (found !== 'mine') return { answer: found, replayed: true }
  let answer: StoredResponse
  try {
    answer = await work()
  } catch (error) {
    await short((tx) => releaseKey(tx, once)).catch(() => undefined)
    throw error
  }
  await short((tx) => storeResponse(tx, once, { ...answer, secret: once.secret, sealer: once.sealer }))
  return { answer, replayed: false }
}

async function claimPatiently(short: Short, once: Once): Promise<StoredResponse | 'mine'> {
  const deadline = Date.now() + DATABASE_TIMEOUT_MS
  for (;;) {
    const found = await short((tx) => claimKey(tx, { ...once, leaseSeconds: LEASE_SECONDS }))
    if (found !== 'busy') return found
    if (Date.now() > deadline) throw underWay()
    await sleep(LOOK_MS)
  }
}

/** Asked before anything is done: what could not be kept sealed must not be found out afterwards. */
export function requireKeys({ keyId }: Sealer): void {
  if (keyId !== undefined) return
  throw new AppError(
    'not_configured',
    'Without SECRET_KEYS this takes no Idempotency-Key: its answer could not be kept',
  )
}
