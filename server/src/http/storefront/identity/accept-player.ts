import type { FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import type { IdentityName } from '../../../storefront/identity/provider.ts'
import { signInPlayer, signOutPlayer } from '../../../storefront/identity/sign-in-player.ts'
import type { ProvenPlayer } from '../../../storefront/identity/sign-in-provider.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'
import { type CheckoutParts, readBasketToken, setBasketCookie } from '../checkout/form.ts'
import { visitOf } from '../visit.ts'
import { clearSessionCookie, readSessionToken, setSessionCookie } from './sign-in-cookie.ts'

/** Names the player in the basket, and signs them in. Returns the token of the basket. */
export async function acceptPlayer(
  { payments }: CheckoutParts,
  { request, reply, basketToken }: { request: FastifyRequest; reply: FastifyReply; basketToken: string | undefined },
  player: ProvenPlayer & { provider: IdentityName },
): Promise<string> {
  const { storeId } = visitOf(request)
  const signedIn = await inStore(payments.db, storeId, (tx) => signInPlayer(tx, { storeId, basketToken, ...player }))
  setBasketCookie(reply, signedIn.basketToken)
  setSessionCookie(reply, signedIn.sessionToken)
  return signedIn.basketToken
}

/** Signs the visitor out. The basket stays. */
export async function forgetPlayer(
  { payments }: CheckoutParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { storeId } = visitOf(request)
  const visitor = { storeId, basketToken: readBasketToken(request), sessionToken: readSessionToken(request) }
  await inStore(payments.db, storeId, (tx) => signOutPlayer(tx, visitor))
  clearSessionCookie(reply)
}

const FAULTS: Partial<Record<ErrorCode, string>> = {
  sign_in_failed: 'sign_in_failed',
  unavailable: 'sign_in_unavailable',
  player_banned: 'player_banned',
  rate_limited: 'too_many_tries',
  // The game server of the basket knows its players by other ids.
  invalid_request: 'name_invalid',
}

export function toSignInFault(error: unknown, player: string): FaultView {
  const key = error instanceof AppError ? FAULTS[error.code] : undefined
  if (key === undefined) throw error
  return { key, player }
}
