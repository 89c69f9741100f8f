import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import type { IdentityName } from '../../../storefront/identity/provider.ts'
import type { ProvenPlayer } from '../../../storefront/identity/sign-in-provider.ts'
import { signInPlayer, signOutPlayer } from '../../../storefront/identity/sign-in-player.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'
import { type CheckoutParts, readBasketToken, readForm, setBasketCookie, VISITOR_ROUTE } from '../checkout/form.ts'
import { visitOf } from '../visit.ts'
import { beginSignIn, clearSessionCookie, finishSignIn, readSessionToken, setSessionCookie } from './sign-in-cookie.ts'
import { readVisitor, sendWho } from './who-pages.ts'

/** Signing in on the page of another service. Links lead there, because a policy for forms also applies to redirects. */
export function serveSignIns(app: FastifyInstance, parts: CheckoutParts): void {
  const { payments, identity } = parts
  for (const [provider, { start, finish }] of Object.entries(identity.signIns)) {
    const name = provider as keyof typeof identity.signIns

    app.get(`/who/${name}`, VISITOR_ROUTE, async (request, reply) => {
      await requireOffered(request)
      const { storeId, origin } = visitOf(request)
      const { to } = request.query as { to?: unknown }
      const begun = beginSignIn(reply, to === 'me' ? '/me' : '/basket#who')
      const page = await start(payments.db, { storeId, origin, ...begun })
      if (!page) throw new AppError('not_found', 'This URL does not exist.')
      return reply.redirect(page.href, 303)
    })

    app.get(`/who/${name}/return`, VISITOR_ROUTE, async (request, reply) => {
      await requireOffered(request)
      const { storeId, origin } = visitOf(request)
      const answer = new URL(request.url, origin).searchParams
      const begun = finishSignIn(request, reply, answer.get('state') ?? '')
      let player = ''
      try {
        if (!begun) throw new AppError('sign_in_failed', 'This sign-in was begun in another browser. Sign in again.')
        const proven = await finish(payments.db, { storeId, origin, ...begun }, answer)
        player = proven.label ?? proven.gameUserId
        await acceptPlayer(parts, request, reply, { provider: name, ...proven })
        return await reply.redirect(begun.to, 303)
      } catch (error) {
        return sendWho(parts, request, reply, { fault: toSignInFault(error, player) })
      }
    })

    async function requireOffered(request: FastifyRequest): Promise<void> {
      const { providers } = await readVisitor(parts, request)
      if (!providers.includes(name)) throw new AppError('not_found', 'This URL does not exist.')
    }
  }

  app.post('/who/sign-out', VISITOR_ROUTE, async (request, reply) => {
    readForm(request)
    const { storeId } = visitOf(request)
    const visitor = { storeId, basketToken: readBasketToken(request), sessionToken: readSessionToken(request) }
    await inStore(payments.db, storeId, (tx) => signOutPlayer(tx, visitor))
    clearSessionCookie(reply)
    return reply.redirect('/who', 303)
  })
}

/** Names the player in the basket, and signs them in. */
export async function acceptPlayer(
  { payments }: CheckoutParts,
  request: FastifyRequest,
  reply: FastifyReply,
  player: ProvenPlayer & { provider: IdentityName },
): Promise<void> {
  const { storeId } = visitOf(request)
  const { basketToken, sessionToken } = await inStore(payments.db, storeId, (tx) =>
    signInPlayer(tx, { storeId, basketToken: readBasketToken(request), ...player }),
  )
  setBasketCookie(reply, basketToken)
  setSessionCookie(reply, sessionToken)
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
