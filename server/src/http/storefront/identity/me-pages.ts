import type { FastifyInstance } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { formatId } from '../../../ids.ts'
import { avatarUrl } from '../../../storefront/avatar.ts'
import { findPlayerSession } from '../../../storefront/identity/player-session.ts'
import { type Owned, readOwned } from '../../../storefront/identity/read-owned.ts'
import { viewSubscription } from '../../../storefront/orders/view-order.ts'
import { isPlayerNamed, setPlayerNaming } from '../../../storefront/identity/unnamed-players.ts'
import type { MeView } from '../../../storefront/views/order-pages.ts'
import { type CheckoutParts, readForm, VISITOR_ROUTE } from '../checkout/form.ts'
import { type Visit, visitOf } from '../visit.ts'
import { readSessionToken } from './sign-in-cookie.ts'
import { readVisitor } from './who-pages.ts'
import { toWho } from './who-view.ts'

const NOTHING: Owned = { orders: [], items: [], subscriptions: [] }

/** What a player owns, for players who have proved who they are. */
export function serveMe(app: FastifyInstance, parts: CheckoutParts): void {
  app.get('/me', VISITOR_ROUTE, async (request, reply) => {
    parts.limits.orders.take(request.identity.address)
    const visit = visitOf(request)
    const { storeId } = visit
    const { sign_ins, has_code } = toWho(await readVisitor(parts, request))
    const { session, owned, isNamed } = await inStore(parts.payments.db, storeId, async (tx) => {
      const found = await findPlayerSession(tx, { storeId, token: readSessionToken(request) })
      return {
        session: found,
        owned: found ? await readOwned(tx, { storeId, ...found }) : NOTHING,
        isNamed: !found || (await isPlayerNamed(tx, { storeId, ...found })),
      }
    })
    if (!session && sign_ins.length === 0 && !has_code) throw new AppError('not_found', 'This URL does not exist.')
    const player = session ? { name: session.label ?? session.gameUserId, avatar: avatarUrl(session.gameUserId) } : null
    const me: MeView = { player, sign_ins, has_code, is_named: isNamed, ...toMe(visit, owned) }
    return parts.sendPage(reply, { template: 'me', data: { me } })
  })

  app.post('/me/naming', VISITOR_ROUTE, async (request, reply) => {
    parts.limits.orders.take(request.identity.address)
    const isNamed = readForm(request).get('named') === 'yes'
    const { storeId } = visitOf(request)
    await inStore(parts.payments.db, storeId, async (tx) => {
      const session = await findPlayerSession(tx, { storeId, token: readSessionToken(request) })
      if (session) await setPlayerNaming(tx, { storeId, gameUserId: session.gameUserId, isNamed })
    })
    return reply.redirect('/me', 303)
  })
}

/** Names are those of the catalog, in the language of the page. */
function toMe(
  { shop }: Visit,
  { orders, items, subscriptions }: Owned,
): Pick<MeView, 'orders' | 'items' | 'subscriptions'> {
  return {
    subscriptions: subscriptions.map((subscription) => viewSubscription(subscription)),
    orders: orders.map(({ id, state, createdAt, lines, totalMinor }) => ({
      number: formatId('chk', id),
      state,
      at: createdAt,
      lines,
      total: totalMinor,
    })),
    items: items.map(({ productId, name, until }) => {
      const product = shop.products.find(({ id }) => id === productId)
      return { name: product?.name ?? name, until }
    }),
  }
}
