import { CARD_VALUE, CATALOG, CODE, MAX_SINGLE, type ProductKey, STOCK } from './steps.ts'

/** What the product says about one line of an order. Only the amounts that took the place of money; the price is ours. */
export type Line = {
  no: number
  product: ProductKey
  quantity: number
  credit: number
  code: number
  card: number
  isRefunded: boolean
  /** Gift cards that it has sold and that can be spent. */
  cards: number
}
export type Order = {
  id: string
  /** Who gets it. */
  player: string
  state: 'open' | 'abandoned' | 'paid' | 'refunded' | 'disputed'
  /** Sold by staff, who were paid by hand. */
  isManual: boolean
  isCoded: boolean
  isRenewal: boolean
  lines: Line[]
  /** Staff have to decide what a partial refund was for, or a refund is on its way. */
  isUndecided: boolean
}
/** What a provider has for one order: the only truth about money. */
export type Money = { orderId: string; paid: number; refunded: number; isDisputed: boolean; isParked: boolean }
/** What ran in the game, in this order. */
export type Run = { type: 'APPROVE' | 'REFUND' | 'EXPIRE'; player: string; product: ProductKey }
/** A buyer was turned away because the player has had enough. */
export type Refusal = { player: string; of: 'single' | 'code' }

export type World = {
  orders: Order[]
  money: Money[]
  runs: Run[]
  refusals: Refusal[]
  cardBalance: number | null
  codeUses: number | null
  stockLeft: number
  /** Orders whose goods staff gave away: they refunded what may have been in the game. */
  givenAway: Set<string>
  /** The same by a bank, or by the owner on the pages of the provider. The product hears of it when it has happened. */
  takenBack: Set<string>
}
export type Fault = { kind: 'exceeded' | 'lostMoney' | 'denied'; text: string }

/**
 * Judges the end of a sequence by G40: what is delivered and kept is at most the money, card value and credit that stayed, no limit is
 * exceeded, and money that arrived is goods, refund or parked. It knows prices and limits, what the providers have and what ran in the
 * game; from the product it takes only what each line says that it was paid with, and those parts are checked against their sources.
 */
export function judge(world: World): Fault[] {
  return [judgeMoney, judgeGoods, judgeSoldCards, judgeCard, judgeCode, judgeCredit, judgeStock, judgeLimit].flatMap(
    (each) => each(world),
  )
}

const exceeded = (text: string): Fault => ({ kind: 'exceeded', text })
const lost = (text: string): Fault => ({ kind: 'lostMoney', text })
const denied = (text: string): Fault => ({ kind: 'denied', text })

/** Lines that were paid and not given back. */
function kept({ state, lines }: Order): Line[] {
  return state === 'paid' || state === 'refunded' ? lines.filter(({ isRefunded }) => !isRefunded) : []
}

function listOf({ product, quantity }: Line): number {
  return CATALOG[product].price * quantity
}

function dueOf(line: Line): number {
  return listOf(line) - line.credit - line.code - line.card
}

function wasPaid({ state }: Order): boolean {
  return state !== 'open' && state !== 'abandoned'
}

function sum<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((total, each) => total + of(each), 0)
}

function judgeMoney({ orders, money }: World): Fault[] {
  const faults: Fault[] = []
  const known = new Set(orders.map(({ id }) => id))
  for (const { orderId, paid, refunded } of money)
    if (!known.has(orderId) && paid > refunded)
      faults.push(lost(`${paid - refunded} were paid for ${orderId}, which is no order`))
  for (const order of orders.filter(({ isManual }) => !isManual)) {
    const own = money.filter(({ orderId }) => orderId === order.id)
    const stayed = sum(own, ({ paid, refunded, isDisputed, isParked }) =>
      isDisputed || isParked ? 0 : paid - refunded,
    )
    const due = sum(kept(order), dueOf)
    const what = `${order.id} keeps goods for ${due}, and ${stayed} stayed`
    if (order.isUndecided) continue
    if (stayed < due) faults.push(exceeded(what))
    // A bank decides about disputed money.
    if (stayed > due && !own.some(({ isDisputed }) => isDisputed)) faults.push(lost(`${what}, as ${order.state}`))
  }
  return faults
}

function judgeGoods({ orders, runs, givenAway, takenBack }: World): Fault[] {
  const faults: Fault[] = []
  const pairs = Map.groupBy(
    orders.flatMap((order) => order.lines.map((line) => ({ order, line, player: order.player }))),
    ({ player, line }) => `${player} ${line.product}`,
  )
  for (const [pair, lines] of pairs) {
    const { product } = lines[0]?.line ?? {}
    const player = lines[0]?.player
    if (product === undefined || product === 'voucher') continue
    const own = runs.filter((run) => run.player === player && run.product === product)
    const paidFor = sum(
      lines.filter(({ order, line }) => kept(order).includes(line)),
      ({ line }) => line.quantity,
    )
    const given = own.filter(({ type }) => type === 'APPROVE').length
    const { isLasting, isOneThing } = { isLasting: false, isOneThing: false, ...CATALOG[product] }
    const excused = sum(
      lines.filter(
        ({ order, line }) => (givenAway.has(order.id) || takenBack.has(order.id)) && !kept(order).includes(line),
      ),
      ({ line }) => line.quantity,
    )
    const held = isOneThing ? Number(own.at(-1)?.type === 'APPROVE') : given - (own.length - given)
    const expected = isOneThing ? Math.min(1, paidFor) : paidFor
    if (isLasting && given > paidFor + excused)
      faults.push(exceeded(`${pair}: ${given} ran in the game for ever, ${paidFor} are paid for`))
    if (!isLasting && held > expected) faults.push(exceeded(`${pair}: the game has ${held}, ${paidFor} are paid for`))
    if ((isLasting ? given : held) < expected)
      faults.push(lost(`${pair}: the game has ${held}, ${paidFor} are paid for`))
  }
  return faults
}

function judgeSoldCards({ orders }: World): Fault[] {
  return orders.flatMap((order) =>
    order.lines.flatMap((line) => {
      const paidFor = line.product === 'voucher' && kept(order).includes(line) ? line.quantity : 0
      if (line.cards > paidFor)
        return [exceeded(`${order.id} has sold ${line.cards} gift cards, ${paidFor} are paid for`)]
      return line.cards < paidFor && !order.isUndecided
        ? [lost(`${order.id} lacks ${paidFor - line.cards} gift cards`)]
        : []
    }),
  )
}

function judgeCard({ orders, cardBalance }: World): Fault[] {
  if (cardBalance === null) return []
  const ofCard = (list: Order[], lines: (order: Order) => Line[]) =>
    sum(list, (order) => sum(lines(order), ({ card }) => card))
  const goods = ofCard(orders, kept)
  const waiting = ofCard(
    orders.filter(({ state }) => state === 'open' || state === 'disputed'),
    ({ lines }) => lines,
  )
  const spent = CARD_VALUE - cardBalance
  if (cardBalance < 0) return [exceeded(`the gift card has ${cardBalance}`)]
  if (goods > spent) return [exceeded(`the gift card paid for ${goods}, and gave ${spent}`)]
  return spent > goods + waiting ? [lost(`the gift card gave ${spent}, and paid for ${goods + waiting}`)] : []
}

function judgeCode({ orders, codeUses, refusals }: World): Fault[] {
  if (codeUses === null) return []
  const faults: Fault[] = []
  const users = orders.filter((order) => order.isCoded && !order.isRenewal && kept(order).length > 0)
  if (users.length > CODE.maxUses) faults.push(exceeded(`the coupon was used ${users.length} times`))
  for (const [player, { length }] of Map.groupBy(users, (order) => order.player))
    if (length > CODE.maxUsesPerPlayer) faults.push(exceeded(`${player} used the coupon ${length} times`))
  for (const order of orders) {
    const lines = kept(order)
    const allowed = order.isRenewal
      ? 0
      : Math.ceil((sum(lines, (line) => listOf(line) - line.credit) * CODE.percent) / 100) + lines.length
    if (sum(lines, ({ code }) => code) > allowed) faults.push(exceeded(`the coupon took too much off ${order.id}`))
  }
  const ever = orders.filter((order) => order.isCoded && !order.isRenewal && (wasPaid(order) || order.state === 'open'))
  if (codeUses > ever.length)
    faults.push(denied(`${codeUses} uses of the coupon are gone, and ${ever.length} orders have it`))
  for (const { player, of } of refusals) {
    const paid = orders.filter((order) => order.player === player && order.isCoded && wasPaid(order))
    if (of === 'code' && paid.length < CODE.maxUsesPerPlayer)
      faults.push(denied(`${player} may not use the coupon, and has paid no order with it`))
  }
  return faults
}

/**
 * What an upgrade credits is a lower tier that is still paid for, and pays for one upgrade only. If a bank takes the money of the
 * lower tier back later, the product leaves the upgrade to staff.
 */
function judgeCredit({ orders, takenBack }: World): Fault[] {
  const paidFor = (order: Order) => (takenBack.has(order.id) && wasPaid(order) ? order.lines : kept(order))
  return [...Map.groupBy(orders, ({ player }) => player)].flatMap(([player, own]) => {
    const credited = sum(own.flatMap(kept), ({ credit }) => credit)
    const lower = own.flatMap(paidFor).filter(({ product }) => product === 'knight')
    const value = sum(lower, (line) => listOf(line) - line.code)
    return credited > value
      ? [exceeded(`${player} has ${credited} credited, and ${value} stayed of the lower tier`)]
      : []
  })
}

function judgeStock({ orders, stockLeft }: World): Fault[] {
  const units = (list: Line[]) =>
    sum(
      list.filter(({ product }) => product === 'scarce'),
      ({ quantity }) => quantity,
    )
  const sold = sum(orders, (order) => units(kept(order)))
  const taken = sum(
    orders.filter(({ state }) => state !== 'abandoned'),
    ({ lines }) => units(lines),
  )
  const gone = STOCK - stockLeft
  if (sold > STOCK || stockLeft < 0) return [exceeded(`${sold} of ${STOCK} pieces are sold, ${stockLeft} are left`)]
  if (gone < sold) return [exceeded(`${sold} pieces are sold, and ${gone} were taken from the stock`)]
  return gone > taken ? [denied(`${gone} pieces are gone, and orders have ${taken}`)] : []
}

function judgeLimit({ orders, refusals }: World): Fault[] {
  const faults: Fault[] = []
  const units = (player: string, lines: (order: Order) => Line[]) =>
    sum(
      orders.filter((order) => order.player === player),
      (order) =>
        sum(
          lines(order).filter(({ product }) => product === 'single'),
          ({ quantity }) => quantity,
        ),
    )
  for (const player of new Set(orders.map((order) => order.player)))
    if (units(player, kept) > MAX_SINGLE)
      faults.push(exceeded(`${player} has ${units(player, kept)} of a product with a limit of ${MAX_SINGLE}`))
  for (const { player, of } of refusals)
    if (of === 'single' && units(player, (order) => (wasPaid(order) ? order.lines : [])) < MAX_SINGLE)
      faults.push(denied(`${player} may not buy the product with a limit, and has paid for none`))
  return faults
}
