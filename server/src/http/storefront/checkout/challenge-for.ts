import type { FastifyReply } from 'fastify'
import { AppError } from '../../../errors.ts'
import type { StoreId } from '../../../ids.ts'
import type { ProviderName } from '../../../payments/provider.ts'
import type { Sealer } from '../../../seal.ts'
import { createChallenge, encodeAltcha, WAIT_SECONDS } from '../../../storefront/limits/challenge.ts'
import type { CheckoutView } from '../../../storefront/views/order-pages.ts'

type Refused = {
  storeId: StoreId
  error: unknown
  /** The challenge that the form contained. */
  altcha: string | undefined
  provider: ProviderName | 'none'
}

/**
 * The challenge that the page contains, if the payment was refused because of a missing one. A buyer who has to wait longer keeps theirs. The
 * first one is sent by the page itself once it is solved.
 */
export async function challengeFor(
  sealer: Sealer,
  { storeId, error, altcha, provider }: Refused,
): Promise<CheckoutView['challenge']> {
  if (!(error instanceof AppError) || error.code !== 'challenge_required') return null
  if (error.retryAfter !== undefined && altcha !== undefined) return { altcha, wait: error.retryAfter, provider: null }
  const challenge = await createChallenge(sealer, { storeId })
  return { altcha: encodeAltcha(challenge), wait: WAIT_SECONDS, provider: altcha === undefined ? provider : null }
}

/** A page about a limit has the status of the limit, and tells programs when to try again. */
export function limitStatus(reply: FastifyReply, error: unknown): { status?: number } {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') return {}
  reply.header('retry-after', String(error.retryAfter))
  return { status: error.status }
}
