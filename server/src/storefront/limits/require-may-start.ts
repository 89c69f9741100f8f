import type { Db } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { LARGE_NETWORK, LARGE_NETWORK_FACTOR, networkOf } from '../../network-of.ts'
import type { Sealer } from '../../seal.ts'
import { type Proof, readProof, WAIT_SECONDS } from './challenge.ts'
import { type Limit, takeLimits } from './take-limits.ts'

/** A buyer who wants to start a payment. */
export type Attempt = {
  storeId: StoreId
  address: string
  /** Who gets the items. */
  player: string
  email: string | null
  /** The solved challenge, encoded. */
  altcha: string | undefined
}

const rate = (burst: number, perSecond: number) => ({ cost: 1 / perSecond, capacity: burst / perSecond })
const MINUTE = 1 / 60
const NETWORK = rate(20, 2 * MINUTE)
const PLAYER = rate(10, 2 * MINUTE)
const EMAIL = rate(10, 2 * MINUTE)
/** More than a popular product sells at once. */
const STORE = rate(5_000, 10)
/** Without a solved challenge: one attempt a minute. */
const WAITING = rate(1, MINUTE)

/** The clocks of processes can differ. */
const CLOCK_SECONDS = 60

/** From this share of a limit on, a challenge has to be solved. */
const NEAR = 0.5

/**
 * Counts a started payment. Someone who tries stolen cards starts many, with new names and addresses, so each of network, player,
 * e-mail address and store is limited, for all processes together. If a limit is near, a challenge has to be solved first.
 */
export async function requireMayStart(
  { db, sealer }: { db: Db; sealer: Sealer },
  { altcha, ...attempt }: Attempt,
): Promise<void> {
  const { storeId } = attempt
  const read = await readProof(sealer, { storeId, altcha })
  const proof = read && 'id' in read ? read : undefined
  const limits = limitsOf(sealer, attempt)
  const asked = proof
    ? [...limits, ...limitsOfProof(sealer, attempt, proof)]
    : limits.map((limit) => ({ ...limit, capacity: limit.capacity * NEAR }))
  const { isTaken, used } = await takeLimits(db, asked)
  if (isTaken) return
  const seconds = Math.max(...limits.map(({ cost, capacity }, i) => (used[i] ?? 0) + cost - capacity))
  if (seconds > 0) throw tooMany(seconds)
  if (read && 'secondsToWait' in read) throw challengeRequired(read.secondsToWait)
  const [spent = 0, ...waiting] = used.slice(limits.length)
  if (!proof || spent > 0) throw challengeRequired()
  // A concurrent attempt was faster, or another buyer of this network has waited as well.
  throw tooMany(Math.max(1, ...waiting))
}

function limitsOf(sealer: Sealer, { storeId, address, player, email }: Omit<Attempt, 'altcha'>): Limit[] {
  return [
    ...networkLimits(sealer, 'network', address, NETWORK),
    limitOf(sealer, `player ${storeId} ${player}`, PLAYER),
    limitOf(sealer, `store ${storeId}`, STORE),
    ...(email === null ? [] : [limitOf(sealer, `email ${email}`, EMAIL)]),
  ]
}

/** A challenge is used once. Waiting for one must not be a faster way than solving it. */
function limitsOfProof(
  sealer: Sealer,
  { address }: { address: string },
  { id, isSolved, secondsLeft }: Proof,
): Limit[] {
  const seconds = secondsLeft + CLOCK_SECONDS
  const once = limitOf(sealer, `challenge ${id}`, { cost: seconds, capacity: seconds })
  return [once, ...(isSolved ? [] : networkLimits(sealer, 'waiting', address, WAITING))]
}

type Rate = Omit<Limit, 'key'>

function networkLimits(sealer: Sealer, kind: string, address: string, { cost, capacity }: Rate): Limit[] {
  return [
    limitOf(sealer, `${kind} ${networkOf(address)}`, { cost, capacity }),
    limitOf(sealer, `${kind} large ${networkOf(address, LARGE_NETWORK)}`, {
      cost: cost / LARGE_NETWORK_FACTOR,
      capacity,
    }),
  ]
}

function limitOf(sealer: Sealer, text: string, { cost, capacity }: Rate): Limit {
  return { key: sealer.fingerprints(`checkout ${text}`)[0], cost, capacity }
}

function tooMany(seconds: number): AppError {
  const retryAfter = Math.ceil(seconds)
  return new AppError(
    'rate_limited',
    `Too many payments were started. Nothing was charged. Try again in ${retryAfter} s.`,
    {
      retryAfter,
    },
  )
}

function challengeRequired(secondsToWait?: number): AppError {
  return new AppError(
    'challenge_required',
    secondsToWait === undefined
      ? `Many payments were started. Solve a challenge and send it with the checkout, or wait ${WAIT_SECONDS} s with an unsolved one.`
      : `Solve the challenge, or send it again in ${secondsToWait} s.`,
    secondsToWait === undefined ? {} : { retryAfter: secondsToWait },
  )
}
