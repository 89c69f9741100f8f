import { createChallenge as create, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { formatId, type StoreId } from '../../ids.ts'
import { requireSealingKey, type Sealer } from '../../seal.ts'

/** About 1,000 derived keys of 2,000 rounds: a second or two in a browser, some on a slow phone. */
const ALGORITHM = 'PBKDF2/SHA-256'
const ROUNDS = 2_000
const KEYS = { min: 500, max: 1_500 }

const LIFETIME_SECONDS = 15 * 60
/** A buyer without JavaScript waits instead. */
export const WAIT_SECONDS = 30

export type Challenge = {
  parameters: {
    algorithm: string
    nonce: string
    salt: string
    cost: number
    keyLength: number
    keyPrefix: string
    keySignature: string
    expiresAt: number
    data: { store: string; at: number }
  }
  signature: string
}

/** A solved challenge, or one that the buyer has waited for. `id` must not be used again for `secondsLeft`. */
export type Proof = { isSolved: boolean; id: string; secondsLeft: number }

/** The challenge is genuine, and the buyer who waits instead of solving it has to wait longer. */
export type TooEarly = { secondsToWait: number }

/** Creates a proof-of-work challenge of ALTCHA. Nothing is stored: it is signed, and contains its store and its time. */
export async function createChallenge(
  sealer: Sealer,
  { storeId, now = new Date() }: { storeId: StoreId; now?: Date },
): Promise<Challenge> {
  requireSealingKey(sealer)
  const [secret] = secretsOf(sealer)
  const at = Math.floor(now.getTime() / 1_000)
  const challenge = await create({
    algorithm: ALGORITHM,
    cost: ROUNDS,
    counter: randomInt(KEYS.min, KEYS.max),
    deriveKey,
    ...secret,
    expiresAt: at + LIFETIME_SECONDS,
    data: { store: formatId('sto', storeId), at },
  })
  return challenge as Challenge
}

/** Undefined if it proves nothing: it is missing, changed, expired, wrongly solved or of another store. */
export async function readProof(
  sealer: Sealer,
  { storeId, altcha, now = new Date() }: { storeId: StoreId; altcha: string | undefined; now?: Date },
): Promise<Proof | TooEarly | undefined> {
  const payload = decodeAltcha(altcha)
  if (!payload) return undefined
  const { challenge, solution } = payload
  for (const secret of secretsOf(sealer)) {
    const result = await verifySolution({ challenge, solution: solution ?? NOT_SOLVED, deriveKey, ...secret }).catch(
      () => undefined,
    )
    // Nothing of the payload can be trusted before its signature is verified.
    if (!result || result.expired || result.invalidSignature !== false) continue
    const { data, expiresAt } = challenge.parameters
    if (data.store !== formatId('sto', storeId)) return undefined
    if (solution && !result.verified) return undefined
    const seconds = now.getTime() / 1_000
    const secondsToWait = Math.ceil(data.at + WAIT_SECONDS - seconds)
    if (!solution && secondsToWait > 0) return { secondsToWait }
    return { isSolved: result.verified, id: challenge.signature, secondsLeft: Math.max(1, expiresAt - seconds) }
  }
  return undefined
}

/** What a form contains: Base64 of JSON, as the widget of ALTCHA sends it. */
export function encodeAltcha(challenge: Challenge): string {
  return Buffer.from(JSON.stringify({ challenge })).toString('base64')
}

const NOT_SOLVED = { counter: 0, derivedKey: '' }
const MAX_LENGTH = 2_000

type Payload = { challenge: Challenge; solution?: { counter: number; derivedKey: string } }

function decodeAltcha(text: string | undefined): Payload | undefined {
  if (text === undefined || text === '' || text.length > MAX_LENGTH) return undefined
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Payload> | null
    return payload?.challenge?.parameters ? (payload as Payload) : undefined
  } catch {
    return undefined
  }
}

/** Of the newest key first. Challenges that were signed with an older one stay valid. */
function secretsOf({ deriveKeys }: Sealer): { hmacSignatureSecret: string; hmacKeySignatureSecret: string }[] {
  const solutions = deriveKeys('solutions of challenges')
  return deriveKeys('challenges').map((key, i) => ({
    hmacSignatureSecret: key.toString('hex'),
    hmacKeySignatureSecret: solutions[i]?.toString('hex') ?? '',
  }))
}
