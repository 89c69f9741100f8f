import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { readBasket } from '../../../storefront/baskets/read-basket.ts'
import { setPlayer } from '../../../storefront/baskets/set-player.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'
import { visitOf } from '../visit.ts'
import { type CheckoutParts, readBasketToken, readForm, setBasketCookie } from './form.ts'
import { toWho } from './line-views.ts'

const OPTIONS = { schema: { hide: true } }

/** Who plays, and who gets a gift. Names are typed; no account is needed. */
export function serveWho(app: FastifyInstance, { payments, limits, sendPage }: CheckoutParts): void {
  async function sendWho(request: FastifyRequest, reply: FastifyReply, typed: Parameters<typeof toWho>[1] = {}) {
    const { storeId } = visitOf(request)
    const token = readBasketToken(request)
    const basket = await inStore(payments.db, storeId, (tx) => readBasket(tx, { storeId, token }))
    const status = typed.fault || typed.recipientFault ? 422 : 200
    return sendPage(reply, { template: 'who', data: { who: toWho(basket, typed) }, status })
  }

  app.get('/who', OPTIONS, (request, reply) => sendWho(request, reply))
  app.post('/who', OPTIONS, async (request, reply) => {
    limits.baskets.take(request.ip)
    const { storeId } = visitOf(request)
    const form = readForm(request)
    const name = (form.get('name') ?? '').trim()
    const recipient = form.get('gift') === null ? '' : (form.get('recipient') ?? '').trim()
    const typed = { name, ...(form.get('gift') !== null && { recipient }) }
    if (form.get('gift') !== null && recipient === '')
      return sendWho(request, reply, { ...typed, recipientFault: { key: 'name_missing' } })
    try {
      const players = { gameUserId: name, recipient: recipient === '' ? null : recipient }
      const { token } = await inStore(payments.db, storeId, (tx) =>
        setPlayer(tx, { storeId, token: readBasketToken(request), ...players }),
      )
      setBasketCookie(reply, token)
      return reply.redirect('/basket#who', 303)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const fault = nameFault(
        error,
        error.message.startsWith(`${name} is banned`) || recipient === '' ? name : recipient,
      )
      const isAboutBuyer = error.field === 'body/name' || error.message.startsWith(`${name} is banned`)
      const isRecipient = recipient !== '' && !isAboutBuyer
      return sendWho(request, reply, { ...typed, ...(isRecipient ? { recipientFault: fault } : { fault }) })
    }
  })
}

function nameFault({ code, field }: AppError, player: string): FaultView {
  if (code === 'player_banned') return { key: 'player_banned', player }
  return { key: field === undefined ? 'name_invalid' : 'name_missing', player }
}
