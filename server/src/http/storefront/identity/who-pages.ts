import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { BasketView } from '../../../storefront/baskets/read-basket.ts'
import { setPlayer } from '../../../storefront/baskets/set-player.ts'
import { typedProviderOf } from '../../../storefront/identity/chosen-providers.ts'
import { findTypedPlayer } from '../../../storefront/identity/find-typed-player.ts'
import type { Identity } from '../../../storefront/identity/provider.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'
import { type CheckoutParts, readBasketToken, readForm, setBasketCookie, VISITOR_ROUTE } from '../checkout/form.ts'
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
  const { payments, identity, limits } = parts
  app.get('/who', VISITOR_ROUTE, (request, reply) => sendWho(parts, request, reply))

  app.post('/who', VISITOR_ROUTE, async (request, reply) => {
    limits.baskets.take(request.ip)
    const { storeId } = visitOf(request)
    const form = readForm(request)
    // Without a name, a player who is known already names the recipient of a gift.
    const name = form.get('name')?.trim()
    const recipient = form.has('gift') ? (form.get('recipient') ?? '').trim() : undefined
    const typed: WhoFaults = { ...(name !== undefined && { name }), ...(recipient !== undefined && { recipient }) }
    if (recipient === '') return sendWho(parts, request, reply, { ...typed, recipientFault: { key: 'name_missing' } })
    const { basket, providers } = await readVisitor(parts, request)
    const provider = typedProviderOf(providers)
    if (!provider) return sendWho(parts, request, reply, { ...typed, fault: { key: 'sign_in_first' } })
    const find = (typedName: string) => findTypedPlayer(identity.names, { provider, name: typedName })
    const player = name === undefined ? knownPlayer(basket) : await find(name)
    if (player === undefined) return sendWho(parts, request, reply, { ...typed, fault: { key: 'unknown_player' } })
    const receiver = recipient === undefined ? null : await find(recipient)
    if (receiver === undefined)
      return sendWho(parts, request, reply, { ...typed, recipientFault: { key: 'unknown_player' } })
    try {
      const { token } = await inStore(payments.db, storeId, (tx) =>
        setPlayer(tx, { storeId, token: readBasketToken(request), player, recipient: receiver }),
      )
      setBasketCookie(reply, token)
      return reply.redirect('/basket#who', 303)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const isRecipient = receiver !== null && error.field !== 'body/name'
      const fault = nameFault(error, (isRecipient ? receiver : player).gameUserId)
      return sendWho(parts, request, reply, { ...typed, ...(isRecipient ? { recipientFault: fault } : { fault }) })
    }
  })
}

function knownPlayer({ gameUserId, identity, proof, playerLabel, playerAvatar }: BasketView): Identity | undefined {
  if (gameUserId === null) return undefined
  return { provider: identity, proof, gameUserId, label: playerLabel, avatar: playerAvatar }
}

function nameFault({ code, field }: AppError, player: string): FaultView {
  if (code === 'player_banned') return { key: 'player_banned', player }
  return { key: field === undefined ? 'name_invalid' : 'name_missing', player }
}
