import type { Facts, Surface } from './facts.ts'

type Day = { sales: number; grossMinor: number; refundedMinor: number }
type Total = { paidMinor: number; refundedMinor: number }
type Delivery = { state: string; gameUserId: string; finishedAt: string | null; products: { commands: string[] }[] }
type Line = { lineNo: number; quantity: number; paid: number }
type EventData = { checkoutId: string; total: number; lines: Line[]; refundedLines?: number[] }

const DAY_MS = 86_400_000
const sumOf = <T>(items: T[], value: (item: T) => number) => items.reduce((sum, item) => sum + value(item), 0)

/** What programs read. */
export const API_SURFACES: Surface[] = [
  {
    name: 'statistics API',
    shows: ['sales', 'paid', 'refunded'],
    async read({ read }) {
      const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
      const { days } = await read(`/statistics?from=${at(-1)}&to=${at(1)}`)
      const all = days as Day[]
      return {
        sales: sumOf(all, ({ sales }) => sales),
        paid: sumOf(all, ({ grossMinor }) => grossMinor),
        refunded: sumOf(all, ({ refundedMinor }) => refundedMinor),
      }
    },
  },
  {
    name: 'players API',
    shows: ['paid', 'refunded'],
    async read({ read }) {
      const { items } = await read('/players?limit=200')
      const totals = (items as { totals: Total[] }[]).flatMap((player) => player.totals)
      return {
        paid: sumOf(totals, ({ paidMinor }) => paidMinor),
        refunded: sumOf(totals, ({ refundedMinor }) => refundedMinor),
      }
    },
  },
  {
    name: 'deliveries API',
    shows: ['ran', 'first ran'],
    async read({ read }) {
      const { items } = await read('/deliveries?limit=200')
      const facts: Facts = {}
      for (const { state, gameUserId, finishedAt, products } of items as Delivery[])
        for (const template of state === 'processed' ? products.flatMap(({ commands }) => commands) : []) {
          const command = template.replaceAll('{userId}', gameUserId)
          const at = Date.parse(finishedAt ?? '')
          facts[`ran ${command}`] = (facts[`ran ${command}`] ?? 0) + 1
          facts[`first ran ${command}`] = Math.min(facts[`first ran ${command}`] ?? at, at)
        }
      return facts
    },
  },
  {
    name: 'webhooks',
    shows: ['paid ORDER', 'refunded ORDER'],
    async read({ events }) {
      const facts: Facts = {}
      for (const { type, data } of events()) {
        const { checkoutId: order, total, lines, refundedLines = [] } = data as EventData
        if (type === 'checkout.paid') {
          facts[`paid ${order}`] = Math.round(total * 100)
          facts[`refunded ${order}`] ??= 0
        }
        if (type !== 'checkout.refunded') continue
        const back = sumOf(
          lines.filter(({ lineNo }) => refundedLines.includes(lineNo)),
          ({ paid }) => paid,
        )
        facts[`refunded ${order}`] = (facts[`refunded ${order}`] ?? 0) + Math.round(back * 100)
      }
      return facts
    },
  },
  {
    name: '/metrics',
    shows: ['callbacks'],
    async read({ metrics }) {
      const counts = [...(await metrics()).matchAll(/^quartermaster_payment_callbacks_total\S* (\d+)$/gm)]
      return { callbacks: sumOf(counts, ([, count]) => Number(count)) }
    },
  },
]
