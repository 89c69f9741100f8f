import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inStore } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { formatId, type ProductId } from '../../../ids.ts'
import { showSoldCodes } from '../../../promotions/gift-cards/sold-codes.ts'
import { cancelOrderSubscription } from '../../../storefront/orders/cancel-order-subscription.ts'
import { findOrder } from '../../../storefront/orders/order-token.ts'
import { type Order, readOrder } from '../../../storefront/orders/read-order.ts'
import { nameOf, valueOf, viewOrder, viewReceipt } from '../../../storefront/orders/view-order.ts'
import type { OrderWatch, OrderWatcher } from '../../../storefront/orders/watch-orders.ts'
import { linesForStaff, withdrawableLines } from '../../../storefront/orders/withdrawable.ts'
import { withdrawOrder } from '../../../storefront/orders/withdraw-order.ts'
import { findUnpaidBasket, payOrder } from '../../../storefront/orders/pay-order.ts'
import { PROVIDERS } from '../../../payments/provider.ts'
import type { CancellationView, FaultView, OrderView, WithdrawalView } from '../../../storefront/views/order-pages.ts'
import { visitOf } from '../visit.ts'
import { toFault } from './faults.ts'
import { type CheckoutParts, readBasketToken, readForm, setOrderCookie, VISITOR_ROUTE } from './form.ts'
import { keepRenewing, listProviders } from './list-providers.ts'

const REFRESH_SECONDS = 5
/** Proxies close connections on which nothing happens. */
const KEEP_ALIVE_MS = 25_000
const MAX_STREAM_MS = 10 * 60_000

type Route = { Params: { token: string } }

/** The page of an order: where each item is and why it waits. It needs only its link, which reveals nothing else. */
export function serveOrders(app: FastifyInstance, { payments, orders, limits, sendPage }: CheckoutParts): void {
  app.addHook('onRequest', async ({ identity }) => limits.orders.take(identity.address))

  async function readPage(request: FastifyRequest<Route>): Promise<Order> {
    const { storeId } = visitOf(request)
    return inStore(payments.db, storeId, async (tx) => {
      const { checkoutId } = await findOrder(tx, { storeId, token: request.params.token })
      return readOrder(tx, { storeId, checkoutId, sealer: payments.sealer })
    })
  }

  async function sendOrder(request: FastifyRequest<Route>, reply: FastifyReply, fault: FaultView | null = null) {
    const order = await readPage(request)
    const { shop } = visitOf(request)
    const { cancelled } = request.query as { cancelled?: unknown }
    const productOf = (productId: ProductId) => shop.products.find(({ id }) => id === productId)
    const view = viewOrder(order, {
      path: `/o/${request.params.token}`,
      pictures: (productId) => productOf(productId)?.pictures[0] ?? null,
      choices: (productId, fieldName) =>
        productOf(productId)?.fields.find(({ name }) => name === fieldName)?.choices ?? [],
      now: new Date(),
      payment: await readPayment(request, order, fault),
      isCancelled: cancelled !== undefined,
    })
    return sendPage(reply, {
      template: 'order',
      data: { order: view },
      ...(fault && { status: 422 }),
      ...(view.is_changing && { head: { refreshSeconds: REFRESH_SECONDS } }),
    })
  }

  async function readPayment(
    request: FastifyRequest<Route>,
    order: Order,
    fault: FaultView | null,
  ): Promise<OrderView['payment']> {
    const { storeId, shop } = visitOf(request)
    const { basket, connected } = await inStore(payments.db, storeId, async (tx) => ({
      basket: await findUnpaidBasket(tx, { storeId, basketToken: readBasketToken(request), order }),
      connected: await listProviders(tx, storeId),
    }))
    if (!basket) return null
    const isRenewed = order.subscription !== null
    const providers = shop.store.isClosed ? [] : await keepRenewing(payments, { storeId, connected, isRenewed })
    // The one that the buyer chose comes first.
    const sorted = providers.toSorted((a, b) => Number(b === order.provider) - Number(a === order.provider))
    return { url: `/o/${request.params.token}/pay`, providers: sorted, fault }
  }

  app.get<Route>('/o/:token', VISITOR_ROUTE, (request, reply) => sendOrder(request, reply))

  app.get<Route>('/o/:token/pay', VISITOR_ROUTE, (request, reply) => reply.redirect(`/o/${request.params.token}`, 303))
  app.post<Route>('/o/:token/pay', VISITOR_ROUTE, async (request, reply) => {
    const form = readForm(request)
    const { storeId, origin } = visitOf(request)
    const order = await readPage(request)
    const orderUrl = `/o/${request.params.token}`
    const provider = PROVIDERS.find((name) => name === form.get('provider'))
    if (!provider) return reply.redirect(orderUrl, 303)
    try {
      const { orderToken, pageUrl } = await payOrder(payments, {
        storeId,
        basketToken: readBasketToken(request),
        order,
        orderToken: request.params.token,
        provider,
        address: request.identity.address,
        returnUrl: `${origin}/checkout/return`,
      })
      setOrderCookie(reply, orderToken)
      return await reply.redirect(pageUrl ?? `/o/${orderToken}`, 303)
    } catch (error) {
      const { code } = error instanceof AppError ? error : { code: null }
      // The page of the checkout shows the content of now, and solves challenges.
      if (code === 'conflict' || code === 'challenge_required') return reply.redirect('/checkout', 303)
      const { name = '' } = order.lines[0] ?? {}
      return sendOrder(request, reply, toFault(error, { player: order.gameUserId, name, code: order.code ?? '' }))
    }
  })

  app.get<Route>('/o/:token/receipt', VISITOR_ROUTE, async (request, reply) => {
    const order = await readPage(request)
    const { locale } = visitOf(request)
    const receipt = viewReceipt(order, locale)
    if (!receipt) return reply.redirect(`/o/${request.params.token}`, 303)
    const view = viewOrder(order, { path: `/o/${request.params.token}`, pictures: () => null, now: new Date() })
    return sendPage(reply, { template: 'receipt', data: { order: view, receipt } })
  })

  /** The codes of gift cards are shown when the buyer asks for them: programs that only open links do not see them. */
  app.post<Route>('/o/:token/gift-cards', VISITOR_ROUTE, async (request, reply) => {
    readForm(request)
    const { storeId } = visitOf(request)
    await inStore(payments.db, storeId, async (tx) => {
      const { checkoutId } = await findOrder(tx, { storeId, token: request.params.token })
      await showSoldCodes(tx, payments.sealer, { storeId, checkoutId })
    })
    return reply.redirect(`/o/${request.params.token}#cards`, 303)
  })

  app.get<Route>('/o/:token/events', VISITOR_ROUTE, async (request, reply) => {
    const { storeId } = visitOf(request)
    const { checkoutId } = await inStore(payments.db, storeId, (tx) =>
      findOrder(tx, { storeId, token: request.params.token }),
    )
    streamVersions(reply, (watcher) => orders.add({ storeId, checkoutId }, watcher))
  })

  function sendWithdrawal(reply: FastifyReply, token: string, order: Order, more: Partial<WithdrawalView> = {}) {
    const isDone = more.is_done === true
    const lines = isDone
      ? order.lines.filter(({ withdrawnAt }) => withdrawnAt !== null)
      : withdrawableLines(order, new Date())
    const withdrawal: WithdrawalView = {
      url: `/o/${token}/withdraw`,
      order_url: `/o/${token}`,
      number: formatId('chk', order.checkoutId),
      lines: lines.map((line) => ({
        name: nameOf(line),
        quantity: line.quantity,
        price: valueOf([line]),
      })),
      amount: valueOf(lines),
      is_done: false,
      at: isDone ? (lines[0]?.withdrawnAt ?? null) : null,
      fault: !isDone && lines.length === 0 ? withdrawalFault(order) : null,
      ...more,
    }
    return sendPage(reply, { template: 'withdraw', data: { withdrawal }, status: withdrawal.fault ? 422 : 200 })
  }

  app.get<Route>('/o/:token/cancel', VISITOR_ROUTE, async (request, reply) => {
    const order_url = `/o/${request.params.token}`
    const order = await readPage(request)
    const view = viewOrder(order, { path: order_url, pictures: () => null, now: new Date() })
    if (!view.subscription) return reply.redirect(order_url, 303)
    const cancellation: CancellationView = { order_url, number: view.number, subscription: view.subscription }
    return sendPage(reply, { template: 'cancel', data: { cancellation } })
  })
  app.post<Route>('/o/:token/cancel', VISITOR_ROUTE, async (request, reply) => {
    readForm(request)
    const { storeId } = visitOf(request)
    const order = await readPage(request)
    const { subscription } = order
    if (subscription) await cancelOrderSubscription(payments, { storeId, order, subscription })
    return reply.redirect(`/o/${request.params.token}/cancel`, 303)
  })

  app.get<Route>('/o/:token/withdraw', VISITOR_ROUTE, async (request, reply) => {
    const order = await readPage(request)
    const isDone = order.lines.some(({ withdrawnAt }) => withdrawnAt !== null)
    return sendWithdrawal(reply, request.params.token, order, { is_done: isDone })
  })
  app.post<Route>('/o/:token/withdraw', VISITOR_ROUTE, async (request, reply) => {
    readForm(request)
    const { storeId } = visitOf(request)
    const order = await readPage(request)
    try {
      await withdrawOrder(payments, { storeId, checkoutId: order.checkoutId })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_refundable') throw error
      return sendWithdrawal(reply, request.params.token, order, { fault: withdrawalFault(order) })
    }
    return reply.redirect(`/o/${request.params.token}/withdraw`, 303)
  })
}

function withdrawalFault(order: Order): FaultView {
  return { key: linesForStaff(order, new Date()).length > 0 ? 'withdrawal_sent' : 'cannot_withdraw' }
}

/** Server-sent events until the visitor leaves. Without a free place, the page falls back to reloading itself. */
function streamVersions(reply: FastifyReply, watch: (watcher: OrderWatcher) => ReturnType<OrderWatch['add']>): void {
  const { raw } = reply
  const watching = watch({
    address: reply.request.identity.address,
    onVersion: (version) => raw.write(`data: ${version}\n\n`),
    onEnd: () => raw.end(),
  })
  if (!watching) throw new AppError('unavailable', 'Too many visitors watch orders now.', { retryAfter: 30 })
  reply.hijack()
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  raw.write('retry: 3000\n\n')
  const keepAlive = setInterval(() => raw.write(':\n\n'), KEEP_ALIVE_MS)
  const end = setTimeout(() => raw.end(), MAX_STREAM_MS)
  raw.once('close', () => {
    clearInterval(keepAlive)
    clearTimeout(end)
    watching.remove()
  })
}
