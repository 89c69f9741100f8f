import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@quartermaster/sdk'
import { createBuyer } from './buyer.ts'
import { send } from './http.ts'
import type { Run } from './reference.ts'
import { Broken, type Placed, type Play, type Stage } from './stage.ts'
import type { ProductKey, Step } from './steps.ts'

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>
type Actors = { [Name in Step['do']]: (step: Of<Name>) => Promise<void> }
type Polled = { checkouts: { id: string; gameUserId: string; deliveryType: Run['type']; products: { id: string }[] }[] }

const ASKED_MS = 30_000
/** A game server may poll only so often. */
const GAME_PAUSE_MS = 500

/** Buyers, the providers, staff, the game and the background work of the product, each through its own door. */
export function createActors(stage: Stage, play: Play): (step: Step) => Promise<void> {
  const { shop, providers, pool } = stage
  const { url, storeId, manage, products } = shop
  const buyer = createBuyer(stage, play)
  const fetched = new Set<string>()
  const reported = new Set<string>()

  /** What is impossible at the provider, such as to pay on a page that has expired, happens to nobody. */
  async function atProvider(order: number, work: (pageRef: string, placed: Placed) => Promise<void>): Promise<void> {
    const placed = play.orders.get(order)
    if (placed?.pageRef) await work(placed.pageRef, placed).catch(() => undefined)
  }

  async function callBack(times: number): Promise<void> {
    for (const { url: path, headers, body } of providers.takeCallbacks(storeId).toReversed()) {
      const post = () => send(url, { method: 'POST', path, headers, body })
      for (const { status, text } of await Promise.all(Array.from({ length: times }, post)))
        if (status >= 500) throw new Broken(`a callback: ${status} ${text}`)
    }
  }

  /** The payments of which the provider still has something. PayPal takes the money only when the product asks for it. */
  async function findPayments(order: number, { provider, isPaid }: Placed): Promise<{ ref: string; left: number }[]> {
    if (!isPaid) return []
    const checkoutId = await buyer.findCheckout(order)
    return [...providers.payments(provider)].flatMap(([ref, { reference, paid, refunded }]) =>
      reference === checkoutId && paid > refunded ? { ref, left: paid - refunded } : [],
    )
  }

  async function byStaff(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (error.status >= 500 && error.code !== 'provider_refused')
        throw new Broken(`the management API: ${error.message}`)
      return false
    }
  }

  async function ofGame(method: string, path: string, body?: object): Promise<string> {
    const headers = { authorization: shop.serverKey, ...(body && { 'content-type': 'application/json' }) }
    const text = body && JSON.stringify(body)
    const answer = await send(url, {
      method,
      path: `/api/games/1.0/commands/${path}`,
      headers,
      ...(text && { body: text }),
    })
    if (answer.status === 429) return sleep(GAME_PAUSE_MS).then(() => ofGame(method, path, body))
    if (answer.status !== 200) throw new Broken(`${path}: ${answer.status} ${answer.text}`)
    return answer.text
  }

  const actors: Actors = {
    open: (step) => buyer.open(step),
    withdraw: ({ order }) => buyer.change(order, 'withdraw'),
    unsubscribe: ({ order }) => buyer.change(order, 'cancel-subscription'),
    async pay({ order, callbacks }) {
      await atProvider(order, async (pageRef, placed) => {
        placed.isPaid = true
        await providers.of(placed.provider).pay(pageRef)
      })
      if (callbacks > 0) await callBack(callbacks)
    },
    'call back': ({ times }) => callBack(times),
    expire: ({ order }) =>
      atProvider(order, async (pageRef, { provider, isPaid }) => {
        // The stand-in for PayPal would forget the money, too.
        if (!isPaid) await providers.of(provider).expirePage(pageRef)
      }),
    async refund({ order, line }) {
      const checkoutId = await buyer.findCheckout(order)
      const lines = line === null ? {} : { lines: [line] }
      if (checkoutId === null) return
      if (await byStaff(() => manage.refundCheckout({ storeId, checkoutId, ...lines }))) play.givenAway.add(checkoutId)
    },
    return: ({ order, amount }) =>
      atProvider(order, async (pageRef, placed) => {
        const { isSubscription, provider } = placed
        const { refund, subscriptions } = providers.of(provider)
        const [payment] = await findPayments(order, placed)
        if (!isSubscription && (payment?.left ?? 0) < (amount ?? 1)) return
        await (isSubscription ? subscriptions.refundNewest(pageRef) : refund(pageRef, amount ?? undefined))
        play.takenBack.add((await buyer.findCheckout(order)) ?? '')
      }),
    dispute: ({ order, to }) =>
      atProvider(order, async (pageRef, placed) => {
        const [payment] = await findPayments(order, placed)
        if (!payment || placed.isSubscription) return
        await providers.of(placed.provider).dispute(pageRef, to)
        placed.disputedRef = payment.ref
        play.takenBack.add((await buyer.findCheckout(order)) ?? '')
      }),
    renew: ({ order }) =>
      atProvider(order, async (pageRef, { provider }) => {
        const started =
          'select from subscriptions where anchor is not null and checkout_id = (select checkout_id from payments where page_ref = $1)'
        if ((await pool.query(started, [pageRef])).rowCount === 0) return
        // The database lets no start of a subscription change, because no week passes there in a second.
        await pool.query(`begin; set local session_replication_role = replica;
          update subscriptions set anchor = anchor - interval '7 days'
          where checkout_id = (select checkout_id from payments where page_ref = '${pageRef}'); commit`)
        await providers.of(provider).subscriptions.charge(pageRef)
      }),
    async sell({ order, player, items, code }) {
      const sold = Object.entries(items).map(([key, quantity]) => ({
        productId: products[key as ProductKey],
        quantity,
      }))
      await byStaff(async () => {
        const sale = {
          storeId,
          gameUserId: play.name(player),
          items: sold,
          ...(code && play.code && { code: play.code }),
        }
        const { id: checkoutId } = await manage.createManualSale(sale)
        play.manual.add(checkoutId)
        const unpaid = { isSubscription: false, isPaid: false, disputedRef: null }
        play.orders.set(order, { provider: 'stripe', token: null, pageRef: null, checkoutId, ...unpaid })
      })
    },
    /** What is fetched runs at once. */
    async fetch() {
      const { checkouts } = JSON.parse(await ofGame('GET', 'pending-commands')) as Polled
      for (const { id, gameUserId: player, deliveryType: type, products: units } of checkouts) {
        if (fetched.has(id)) continue
        fetched.add(id)
        for (const unit of units) play.runs.push({ type, player, product: shop.keyOf.get(unit.id) ?? 'hat' })
      }
    },
    async report() {
      for (const id of fetched) {
        if (reported.has(id)) continue
        reported.add(id)
        await ofGame('POST', 'mark-as-processed', { commandQueueId: id })
      }
    },
    async ask({ order }) {
      const pageRef = play.orders.get(order)?.pageRef
      if (!pageRef) return
      await pool.query('update payments set reconcile_at = now() where page_ref = $1 and reconcile_at is not null', [
        pageRef,
      ])
      await waitForNone(stage, 'select from payments where reconcile_at <= now() and page_ref = $1', pageRef)
    },
  }
  return (step) => (actors[step.do] as (step: Step) => Promise<void>)(step)
}

/** Until the background work of the product has done all of it. */
export async function waitForNone({ pool }: Stage, due: string, value: unknown): Promise<void> {
  for (const until = Date.now() + ASKED_MS; Date.now() < until; await sleep(200)) {
    const { rowCount } = await pool.query(due, [value])
    if (rowCount === 0) return
  }
  throw new Broken(`nobody did the work: ${due}`)
}
