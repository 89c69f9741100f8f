import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import { type CheckoutParts, readBasketToken, readForm, VISITOR_ROUTE } from '../checkout/form.ts'
import { visitOf } from '../visit.ts'
import { acceptPlayer, forgetPlayer, toSignInFault } from './accept-player.ts'
import { beginSignIn, finishSignIn } from './sign-in-cookie.ts'
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
        parts.limits.lookUps({ storeId, address: request.identity.address })
        const proven = await finish(payments.db, { storeId, origin, ...begun }, answer)
        player = proven.label ?? proven.gameUserId
        await acceptPlayer(
          parts,
          { request, reply, basketToken: readBasketToken(request) },
          { provider: name, ...proven },
        )
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
    await forgetPlayer(parts, request, reply)
    return reply.redirect('/who', 303)
  })
}
