import type { Manage } from '@quartermaster/sdk'

type Line = Manage.FeedOrder['lines'][number]

/** A line that was sold or refunded, with the delivery that it waits for or waited for longest. */
export type FeedRow = {
  key: string
  kind: 'sale' | 'refund'
  at: string
  order: Manage.FeedOrder
  line: Line
  delivery: Manage.FeedDelivery | undefined
}

/** The lines of orders as rows, newest first. */
export function toRows(orders: Iterable<Manage.FeedOrder>, limit: number): FeedRow[] {
  return [...orders]
    .flatMap(rowsOf)
    .sort((a, b) => (a.at === b.at ? a.key.localeCompare(b.key) : a.at < b.at ? 1 : -1))
    .slice(0, limit)
}

function rowsOf(order: Manage.FeedOrder): FeedRow[] {
  return order.lines.flatMap((line) => {
    const row = (kind: FeedRow['kind'], at: string, type: string): FeedRow => ({
      key: `${order.id} ${line.lineNo} ${kind}`,
      kind,
      at,
      order,
      line,
      delivery: slowest(order.deliveries.filter((one) => one.type === type && one.lineNos.includes(line.lineNo))),
    })
    const sale = row('sale', order.paidAt, 'APPROVE')
    return line.refundedAt === null ? [sale] : [sale, row('refund', line.refundedAt, 'REFUND')]
  })
}

const RANKS = { held: 0, retrying: 1, pending: 2, processed: 3, cancelled: 4 }

function slowest(deliveries: Manage.FeedDelivery[]): Manage.FeedDelivery | undefined {
  return deliveries.toSorted(
    (a, b) => RANKS[a.state] - RANKS[b.state] || (b.finishedAt ?? '').localeCompare(a.finishedAt ?? ''),
  )[0]
}

export function secondsBetween(from: string, to: string): number {
  return Math.max((Date.parse(to) - Date.parse(from)) / 1_000, 0)
}
