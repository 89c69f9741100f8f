import {
  type CheckoutId,
  formatId,
  type GiftCardId,
  parseId,
  type ProductId,
  type StoreId,
} from '../../server/src/ids.ts'
import { type Play, PLAYERS, type Stage } from './stage.ts'
import type { Line, Money, Order, World } from './reference.ts'
import type { ProviderName } from './steps.ts'

type Row = {
  id: CheckoutId
  player: string
  state: Order['state']
  isCoded: boolean
  provider: ProviderName | null
  paymentRef: string | null
  pageRef: string | null
  isUndecided: boolean
  /** The payments that staff have to decide about. */
  parked: string[]
  lines: (Omit<Line, 'product'> & { productId: ProductId; isRenewal: boolean })[]
}

const ORDERS = `
  select c.id, c.game_user_id as player, c.state, c.code_id is not null as "isCoded", p.provider, p.payment_ref as "paymentRef",
    p.page_ref as "pageRef",
    exists (select from parked_payments k where k.store_id = c.store_id and k.checkout_id = c.id and k.reason = 'partial_refund'
        and k.resolved_at is null)
      or exists (select from payment_refunds r where r.store_id = c.store_id and r.checkout_id = c.id and r.state <> 'done') as "isUndecided",
    array(select k.subject from parked_payments k where k.store_id = c.store_id and k.checkout_id = c.id and k.reason <> 'partial_refund'
      and k.resolved_at is null) as parked,
    (select json_agg(json_build_object('no', l.line_no, 'productId', l.product_id, 'quantity', l.quantity,
        'credit', l.upgrade_credit_minor, 'code', l.code_minor, 'card', l.gift_card_minor, 'isRefunded', l.refunded_at is not null,
        'isRenewal', l.renewal_of is not null, 'cards', (select count(*) from gift_cards g where g.store_id = l.store_id
          and g.checkout_id = l.checkout_id and g.line_no = l.line_no and g.voided_at is null)))
      from checkout_lines l where l.store_id = c.store_id and l.checkout_id = c.id) as lines
  from checkouts c left join payments p on p.store_id = c.store_id and p.checkout_id = c.id
  where c.store_id = $1 and c.game_user_id = any($2)`

/** Reads what the product stored about the players of a sequence, and what the providers have. */
export async function observe({ shop, providers, pool }: Stage, play: Play): Promise<World> {
  const storeId = parseId<StoreId>('sto', shop.storeId)
  const { rows } = await pool.query<Row>(ORDERS, [storeId, PLAYERS.map(play.name)])
  const orders = rows.map(
    ({ id, lines, paymentRef: _ref, pageRef: _page, provider: _provider, parked: _parked, ...row }): Order => {
      const orderId = formatId('chk', id)
      const isRenewal = lines.some((line) => line.isRenewal)
      const known = lines.map(({ productId, ...line }) => ({ ...line, product: productOf(productId) }))
      return { ...row, id: orderId, isRenewal, isManual: play.manual.has(orderId), lines: known }
    },
  )

  function productOf(id: ProductId) {
    const key = shop.keyOf.get(formatId('prd', id))
    if (key === undefined) throw new Error(`the shop does not sell ${id}`)
    return key
  }

  const { rows: facts } = await pool.query<{ stock: number; balance: number | null; uses: number | null }>(
    `select (select stock::integer from products where store_id = $1 and id = $2) as stock,
      (select sum(amount_minor)::integer from gift_card_entries where store_id = $1 and card_id = $3) as balance,
      (select uses from discount_codes where store_id = $1 and code = $4) as uses`,
    [storeId, parseId('prd', shop.products.scarce), play.card && parseId<GiftCardId>('gfc', play.card.id), play.code],
  )
  const { stock = 0, balance = null, uses = null } = facts[0] ?? {}
  const { runs, refusals, givenAway, takenBack } = play
  return {
    orders,
    money: findMoney({ rows, play, providers }),
    runs: runs.filter(({ player }) => PLAYERS.map(play.name).includes(player)),
    refusals,
    cardBalance: balance,
    codeUses: uses,
    stockLeft: stock,
    givenAway,
    takenBack,
  }
}

/** Payments name their order, but those of a subscription: the product has to know them. */
function findMoney({ rows, play, providers }: { rows: Row[]; play: Play; providers: Stage['providers'] }): Money[] {
  const money: Money[] = []
  const placed = [...play.orders.values()]
  const disputed = new Set(placed.map(({ disputedRef }) => disputedRef))
  const known = new Map(rows.map((row) => [row.paymentRef, row]))
  const named = new Map(rows.map((row) => [formatId('chk', row.id), row]))
  for (const name of new Set(rows.flatMap(({ provider }) => provider ?? [])))
    for (const [ref, { reference, ...amounts }] of providers.payments(name)) {
      // All payments of a subscription may name its first order.
      const row = known.get(ref) ?? named.get(reference ?? '')
      if (row)
        money.push({
          orderId: formatId('chk', row.id),
          ...amounts,
          isParked: row.parked.includes(ref),
          isDisputed: disputed.has(ref),
        })
    }
  for (const { provider, pageRef, isSubscription } of placed) {
    if (!isSubscription || pageRef === null) continue
    const periods = rows.filter(
      (row) =>
        row.provider === provider &&
        row.paymentRef !== null &&
        row.lines.some((line) => line.isRenewal || row.pageRef === pageRef),
    )
    // What was parked names the first order.
    const seen = periods.length + periods.flatMap((row) => row.parked).length
    const missing = providers.paidInvoices(provider, pageRef) - seen
    const orderId = `${missing} periods of ${pageRef}`
    if (missing > 0) money.push({ orderId, paid: missing, refunded: 0, isDisputed: false, isParked: false })
  }
  return money
}
