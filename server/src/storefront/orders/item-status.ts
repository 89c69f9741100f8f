import type { OrderItemView } from '../views/order-pages.ts'
import type { Order, OrderDelivery, OrderLine } from './read-order.ts'

export type ItemStatus = Pick<OrderItemView, 'badge' | 'tone' | 'steps' | 'notice'> & { isDelivered: boolean }

type Step = OrderItemView['steps'][number]
type Notice = OrderItemView['notice']

/** A server that has not called for so long is offline. What it reports is stored once a minute. */
const OFFLINE_MS = 150_000

/** Where an item is, and why it waits. */
export function itemStatus(order: Order, line: OrderLine, now: Date): ItemStatus {
  if (line.refundedAt !== null || line.withdrawnAt !== null || order.state === 'refunded') return refunded(order, line)
  if (order.state === 'open') {
    const steps = [step('payment', 'now', null, 'confirming'), step('to_server', 'next'), step('delivery', 'next')]
    return waiting('waiting_for_payment', steps, { key: 'payment' })
  }
  if (order.state === 'abandoned' || order.state === 'disputed')
    return { badge: 'cancelled', tone: 'bad', steps: [], notice: null, isDelivered: false }
  const slowest = line.deliveries.toSorted((a, b) => rank(a) - rank(b))[0]
  return slowest ? deliveryStatus(order, line, slowest, now) : delivered(order, null)
}

/** The delivery that needs the most attention is shown. */
function rank({ state }: OrderDelivery): number {
  return ['held', 'retrying', 'pending', 'processed', 'cancelled'].indexOf(state)
}

function deliveryStatus(order: Order, line: OrderLine, delivery: OrderDelivery, now: Date): ItemStatus {
  const paid = step('paid', 'done', order.paidAt)
  const sent = step('sent', 'done', delivery.dispatchedAt)
  const named = delivery.server === null ? {} : { server: delivery.server }
  if (delivery.state === 'processed') return delivered(order, delivery)
  if (delivery.state === 'cancelled')
    return { badge: 'cancelled', tone: 'bad', steps: [paid], notice: null, isDelivered: false }
  if (delivery.state === 'held') {
    const isUncertain = delivery.holdReason === 'uncertain'
    const steps = [paid, sent, step('delivery', 'now', null, 'unconfirmed')]
    return waiting('checking', steps, { key: isUncertain ? 'uncertain' : 'held', ...named })
  }
  if (delivery.state === 'retrying')
    return waiting('retrying', [paid, sent, step('delivery', 'now', null, 'retry')], { key: 'retrying', ...named })
  const offline = offlineNotice(delivery, now)
  if (offline) {
    const steps = [paid, step('to_server', 'now', null, 'when_back'), step('delivery', 'next')]
    return waiting('waiting_for_server', steps, offline)
  }
  if (delivery.dispatchedAt === null && !delivery.requiresOnline) {
    const steps = [paid, step('to_server', 'now', null, 'next_poll'), step('delivery', 'next')]
    return waiting('on_its_way', steps, { key: delivery.delaySeconds > 0 ? 'delay' : 'server_soon', ...named })
  }
  if (!delivery.requiresOnline)
    return waiting('on_its_way', [paid, sent, step('delivery', 'now', null, 'next_poll')], {
      key: 'server_soon',
      ...named,
    })
  return waitingForPlayer({ paid, sent, order, line, delivery })
}

type WaitingItem = { paid: Step; sent: Step; order: Order; line: OrderLine; delivery: OrderDelivery }

/** The server has it, or gives it out when the player is there; so it waits for the player, or for room. */
function waitingForPlayer({ paid, sent, order, line, delivery }: WaitingItem): ItemStatus {
  const arrived = delivery.dispatchedAt === null ? step('to_server', 'done', delivery.createdAt) : sent
  const steps = [paid, arrived, step('delivery', 'now', null, 'when_you_join')]
  const needy = line.requiresOnline ? undefined : order.lines.find((other) => isNeedyNeighbour(other, delivery))
  if (needy) return waiting('arrives_together', steps, { key: 'together', name: needy.name, join: true })
  const needsRoom = line.freeSlots > 0 && delivery.dispatchedAt !== null
  const notice: Notice = needsRoom
    ? { key: 'no_space', slots: line.freeSlots, join: true }
    : { key: 'player_away', join: true }
  return waiting('waiting_for_player', steps, notice)
}

/** Items for the same server come in one delivery, which runs when all of them can. */
function isNeedyNeighbour(other: OrderLine, { server }: OrderDelivery): boolean {
  return other.requiresOnline && other.deliveries.some((delivery) => delivery.server === server)
}

function offlineNotice({ server, serverSeenAt }: OrderDelivery, now: Date): Notice {
  if (server === null || serverSeenAt === null) return { key: 'server_never', server: server ?? '–' }
  const isOffline = now.getTime() - serverSeenAt.getTime() > OFFLINE_MS
  return isOffline ? { key: 'server_offline', server, since: serverSeenAt } : null
}

function delivered(order: Order, delivery: OrderDelivery | null): ItemStatus {
  const steps = [
    step('paid', 'done', order.paidAt),
    ...(delivery === null || delivery.dispatchedAt === null ? [] : [step('sent', 'done', delivery.dispatchedAt)]),
    step('delivered', 'done', delivery?.finishedAt ?? order.paidAt),
  ]
  return { badge: 'delivered', tone: 'good', steps, notice: null, isDelivered: true }
}

function refunded(order: Order, { refundedAt }: OrderLine): ItemStatus {
  const steps = [step('paid', 'done', order.paidAt), step('refunded', 'done', refundedAt)]
  return { badge: 'refunded', tone: 'bad', steps, notice: null, isDelivered: false }
}

function waiting(badge: string, steps: Step[], notice: Notice): ItemStatus {
  return { badge, tone: 'wait', steps, notice, isDelivered: false }
}

function step(key: string, state: Step['state'], at: Date | null = null, note: string | null = null): Step {
  return { key, state, at, note }
}
