import type { FastifyInstance } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { useCode } from '../../../storefront/identity/game-code.ts'
import { type CheckoutParts, readForm, VISITOR_ROUTE } from '../checkout/form.ts'
import { visitOf } from '../visit.ts'
import { acceptPlayer, toSignInFault } from './sign-in-pages.ts'
import { readVisitor, sendWho } from './who-pages.ts'

/** A visitor types the code that the game has shown. Tries are limited, so that no one finds the code of another player. */
export function serveCodes(app: FastifyInstance, parts: CheckoutParts): void {
  app.post('/who/code', VISITOR_ROUTE, async (request, reply) => {
    const form = readForm(request)
    const { storeId } = visitOf(request)
    const { providers } = await readVisitor(parts, request)
    if (!providers.includes('code')) throw new AppError('not_found', 'This URL does not exist.')
    let player = ''
    try {
      parts.limits.codes({ storeId, address: request.ip })
      const typed = form.get('code') ?? ''
      const proven = await inStore(parts.payments.db, storeId, (tx) => useCode(tx, { storeId, typed }))
      player = proven.gameUserId
      await acceptPlayer(parts, request, reply, { provider: 'code', gameUserId: player, label: null })
      return await reply.redirect(form.get('to') === 'me' ? '/me' : '/basket#who', 303)
    } catch (error) {
      const fault = toSignInFault(error, player)
      const codeFault = fault.key === 'sign_in_failed' ? { key: 'code_wrong' } : fault
      return sendWho(parts, request, reply, { codeFault })
    }
  })
}
