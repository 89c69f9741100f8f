import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../errors.ts'
import { type CheckoutParts, readBasketToken, readForm, VISITOR_ROUTE } from '../checkout/form.ts'
import { saveGameCode } from './save-who.ts'
import { readVisitor, sendWho } from './who-pages.ts'

/** A visitor types the code that the game has shown, to see what they own. The page of the basket has a field of its own for it. */
export function serveCodes(app: FastifyInstance, parts: CheckoutParts): void {
  app.post('/who/code', VISITOR_ROUTE, async (request, reply) => {
    const form = readForm(request)
    const { providers } = await readVisitor(parts, request)
    if (!providers.includes('code')) throw new AppError('not_found', 'This URL does not exist.')
    const code = form.get('code') ?? ''
    const used = await saveGameCode(parts, { request, reply, token: readBasketToken(request) }, code)
    if ('fault' in used) return sendWho(parts, request, reply, { code, codeFault: used.fault })
    return reply.redirect(form.get('to') === 'me' ? '/me' : '/basket#who', 303)
  })
}
