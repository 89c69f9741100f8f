import { randomUUID } from 'node:crypto'
import type { Random } from '../../kit/random.ts'
import type { Shop } from './open-shops.ts'
import { endOf, type Fraud, type News, type Parked, type Story, type Told, totalOf } from './story.ts'

/** Of a hundred checkouts, how many go this way. */
const PLOTS = {
  kept: 26,
  refunded: 14,
  disputed: 12,
  disputedAndRefunded: 4,
  refundedInPart: 4,
  paidLate: 10,
  abandonedEvents: 6,
  unpaid: 4,
  notOurs: 8,
  silent: 12,
}
type Plot = keyof typeof PLOTS

/** Decides what a player buys and everything that the provider is going to say of it, and when. */
export function writeStory(no: number, { shops, random, duplicates }: Parts): Story {
  const shop = random.pick(shops)
  const lines = random
    .shuffle(shop.goods)
    .slice(0, random.integer(1, 2))
    .map((goods) => ({ goods, quantity: random.integer(1, 2) }))
  const sale = {
    storeId: shop.storeId,
    gameUserId: `buyer-${no}`,
    items: lines.map(({ goods, quantity }) => ({ productId: goods.productId, quantity })),
    serverId: null,
    reference: `order-${no}`,
  }
  const totalMinor = totalOf(lines)
  const plot = plotOf(random)
  const base = { sale, shop, lines, parked: [] }
  if (plot === 'silent') {
    const silent = random.pick([
      { refunded: false, disputed: false },
      { refunded: false, disputed: false },
      { refunded: true, disputed: false },
      { refunded: false, disputed: true },
    ])
    const ends = silent.refunded ? 'refunded' : silent.disputed ? 'disputed' : 'paid'
    return { ...base, parts: [], silent, ends, sold: true }
  }

  const news = newsOf(plot, { totalMinor, currency: shop.currency, random })
  const told = news.flatMap((each) => tellings(each, { shop, duplicates, random }))
  const { odd, parked } = oddities(plot, { shop, shops, totalMinor, told, random })
  const inPart = plot === 'refundedInPart' ? [{ shop, reason: 'partial_refund' as const }] : []
  return { ...base, parts: arrange(told, odd, random), ...endOf(news, totalMinor), parked: [...parked, ...inPart] }
}

type Parts = { shops: Shop[]; random: Random; duplicates: number }

function plotOf(random: Random): Plot {
  let rest = random.fraction() * 100
  for (const [plot, share] of Object.entries(PLOTS)) if ((rest -= share) < 0) return plot as Plot
  return 'kept'
}

/** In the order in which they would happen. */
function newsOf(plot: Plot, bill: { totalMinor: number; currency: string; random: Random }): News[] {
  const { totalMinor, currency, random } = bill
  const paid = { paid: { amountMinor: totalMinor, currency } }
  // Some providers repeat with every event what is known already; some tell the change alone.
  const after = random.chance(0.5) ? paid : {}
  const disputed = [
    { ...after, dispute: 'open' as const },
    { ...after, dispute: random.pick(['won', 'lost'] as const) },
  ]
  const refunded = { ...after, refundedMinor: totalMinor }
  const stories: Record<Plot, News[]> = {
    kept: [paid],
    refunded: [paid, refunded],
    disputed: [paid, ...disputed],
    disputedAndRefunded: [paid, ...disputed, refunded],
    refundedInPart: [paid, { refundedMinor: 1 }],
    paidLate: [{ closed: true }, paid],
    abandonedEvents: [{ closed: true }],
    unpaid: [],
    notOurs: random.chance(0.5) ? [paid] : [],
    silent: [],
  }
  return stories[plot]
}

/** Payment is told many times at once, and now and then under other names as well; the rest mostly once, so nothing else makes up for it. */
function tellings(
  news: News,
  { shop, duplicates, random }: { shop: Shop; duplicates: number; random: Random },
): Told[] {
  const event = (copies: number): Told => ({ eventId: newEventId(), news, copies, to: shop, names: shop })
  const isPayment = news.paid && news.refundedMinor === undefined && news.dispute === undefined
  if (!isPayment) return [event(random.chance(0.7) ? 1 : duplicates)]
  return [event(duplicates), ...Array.from({ length: random.pick([0, 0, 1, 2]) }, () => event(1))]
}

type Scene = { shop: Shop; shops: Shop[]; totalMinor: number; told: Told[]; random: Random }

/** What must not count: frauds, and honest mistakes, which wait for a person. */
function oddities(plot: Plot, { shop, shops, totalMinor, told, random }: Scene): { odd: Told[]; parked: Parked[] } {
  if (plot !== 'notOurs' && !random.chance(0.1)) return { odd: [], parked: [] }
  const other = random.pick(shops.filter((each) => each !== shop))
  const paid = (amountMinor: number, currency = shop.currency): News => ({ paid: { amountMinor, currency } })
  const event = (news: News, more: Partial<Told> = {}): Told => {
    return { eventId: newEventId(), news, copies: random.integer(1, 2), to: shop, names: shop, ...more }
  }
  // A fraud may know the name of the real event: it must not use it up.
  const known = told[0] && random.chance(0.5) ? { eventId: told[0].eventId } : {}
  const fraud = (kind: Fraud) => ({ odd: [event(paid(totalMinor), { fraud: kind, ...known })], parked: [] })
  const mismatch = (reason: Parked['reason'], odd: Told) => ({ odd: [odd], parked: [{ shop: odd.to, reason }] })
  return random.pick([
    () => fraud('forged'),
    () => fraud('changed'),
    () => mismatch('amount_mismatch', event(paid(totalMinor + random.pick([-1, 1, 100])))),
    () => mismatch('currency_mismatch', event(paid(totalMinor, other.currency))),
    () => mismatch('store_mismatch', event(paid(totalMinor), { names: other })),
    () => mismatch('unknown_checkout', event(paid(totalMinor), { to: other, names: other })),
  ])()
}

/** As it happened, the other way round, or all at once; the odd ones anywhere. */
function arrange(told: Told[], odd: Told[], random: Random): Told[][] {
  const order = random.pick(['as it was', 'reversed', 'at once'] as const)
  const byNews = [...Map.groupBy(told, ({ news }) => news).values()]
  const parts = order === 'at once' ? [told] : order === 'reversed' ? byNews.toReversed() : byNews
  if (odd.length === 0) return parts
  const place = random.integer(0, parts.length)
  return place === parts.length ? [...parts, odd] : parts.map((part, i) => (i === place ? [...part, ...odd] : part))
}

function newEventId(): string {
  return `evt_${randomUUID()}`
}
