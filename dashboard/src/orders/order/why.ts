import type { Manage } from '@quartermaster/sdk'
import type { TextId, Translate, Values } from '../../app/texts.tsx'
import { isSilent } from '../../deliveries/servers.ts'
import { type Delivery, deliveriesOf, type Line, lineTitle, type Order } from './line-deliveries.ts'

type Parts = {
  t: Translate
  locale: string
  order: Order
  servers: Manage.GameServer[]
  duration: (from: string, to: string) => string
}
type Part = { id: TextId; server: string; title: string; values: Values }

/** Why a player has or has not received an order, to be pasted into a chat: no prices, no addresses. */
export function explainOrder({ t, locale, order, servers, duration }: Parts): string {
  const player = order.gameUserId
  if (order.state === 'open' || order.state === 'abandoned') return t(`why.${order.state}`, { player })
  const parts = order.lines.map((line) => partOf(line))
  const list = new Intl.ListFormat(locale)
  return [...Map.groupBy(parts, ({ id, server }) => `${id} ${server}`).values()]
    .flatMap((same) => {
      const [first] = same
      if (!first) return []
      const titles = [...new Set(same.map(({ title }) => title))]
      const { server, values } = first
      return t(first.id, { ...values, titles: list.format(titles), count: titles.length, server, player })
    })
    .join(' ')

  function partOf(line: Line): Part {
    const [delivery] = deliveriesOf(line, order)
    const server = servers.find(({ id }) => id === delivery?.serverId)
    return { title: lineTitle(line), server: server?.name ?? '', ...reasonOf(line, delivery, server) }
  }

  function reasonOf(
    line: Line,
    delivery: Delivery | undefined,
    server: Manage.GameServer | undefined,
  ): Pick<Part, 'id' | 'values'> {
    if (line.refundedAt !== null) return { id: 'why.refunded', values: {} }
    if (order.state === 'disputed') return { id: 'why.disputed', values: {} }
    if (!delivery) return { id: 'why.nothing', values: {} }
    const { state, holdReason, finishedAt } = delivery
    if (state === 'processed')
      return { id: 'why.arrived', values: { time: duration(order.paidAt ?? order.createdAt, finishedAt ?? '') } }
    if (state === 'cancelled') return { id: 'why.cancelled', values: {} }
    if (state === 'retrying') return { id: 'why.retrying', values: {} }
    if (state === 'held') return { id: `why.${holdReason ?? 'failed'}`, values: {} }
    if (!server) return { id: 'why.noServer', values: {} }
    if (isSilent(server)) return { id: 'why.silent', values: {} }
    if (line.requiresOnline) return { id: 'why.away', values: {} }
    return { id: delivery.dispatchedAt === null ? 'why.waiting' : 'why.dispatched', values: {} }
  }
}
