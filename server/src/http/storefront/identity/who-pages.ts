import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CheckoutParts, readBasketToken, VISITOR_ROUTE } from '../checkout/form.ts'
import { visitOf } from '../visit.ts'
import { readWho, toWho, type Who, type WhoFaults } from './who-view.ts'

export function readVisitor(parts: CheckoutParts, request: FastifyRequest): Promise<Who> {
  return readWho(parts, { storeId: visitOf(request).storeId, token: readBasketToken(request) })
}

export async function sendWho(
  parts: CheckoutParts,
  request: FastifyRequest,
  reply: FastifyReply,
  faults: WhoFaults = {},
): Promise<FastifyReply> {
  const who = toWho(await readVisitor(parts, request), faults)
  const status = faults.fault || faults.recipientFault || faults.codeFault ? 422 : 200
  return parts.sendPage(reply, { template: 'who', data: { who }, status })
}

/** Who plays, and who gets a gift. Where the game allows it, names are typed, and no account is needed. */
export function serveWho(app: FastifyInstance, parts: CheckoutParts): void {
  app.get('/who', VISITOR_ROUTE, (request, reply) => sendWho(parts, request, reply))
}
