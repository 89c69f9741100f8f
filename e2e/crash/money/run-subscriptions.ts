import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@quartermaster/sdk'
import { query, queryRow } from '../../kit/query.ts'
import type { Random } from '../../kit/random.ts'
import { waitWhileChanging } from '../../kit/wait-until.ts'
import { checkCounts } from '../check-counts.ts'
import type { Games } from '../run-games.ts'
import type { Find, Finding } from '../trial.ts'
import type { MoneyStore } from './money-stores.ts'

/** What the provider does after the first payment. */
type Plan = 'renews' | 'fails' | 'recovers' | 'refunds'
type Subscriber = { gameUserId: string; plan: Plan; checkoutId: string }

const PLANS: readonly Plan[] = ['renews', 'renews', 'recovers', 'fails', 'refunds']
const RETRY_MS = 100
const MAX_PAUSE_MS = 1_000

type Parts = { databaseUrl: string; club: MoneyStore; count: number; random: Random }

/**
 * Players subscribe for a week at a time, and the clock of their store moves by two days at a time, so that the provider charges while the
 * servers are killed. In the end the staff cancels what is left, and everything has to end.
 */
export function runSubscriptions({ databaseUrl, club, count, random }: Parts) {
  const { storeId, manage, products } = club
  const [product] = products
  const subscribers: Subscriber[] = []
  let renewals = 0

  async function subscribe(gameUserId: string, plan: Plan): Promise<void> {
    const items = [{ productId: product?.productId ?? '' }]
    const sale = { storeId, gameUserId, items, reference: gameUserId, provider: 'sandbox' as const }
    const { id: checkoutId } = await insist(() => manage.openCheckout(sale))
    await insist(() => pay(checkoutId, plan))
    subscribers.push({ gameUserId, plan, checkoutId })
  }

  /** The player has paid the first week. Some callbacks never come. */
  async function pay(checkoutId: string, plan: Plan): Promise<void> {
    await query(
      databaseUrl,
      `with started as (
         insert into sandbox_subscriptions (store_id, subscription_id, anchor, fails_from, recovers, next_charge_at, next_callback_at)
         select s.store_id, s.id, now() + make_interval(secs => t.clock_ahead_seconds), $2, $3, now() + interval '7 days', $4
         from subscriptions s join stores t on t.id = s.store_id where type_id('chk', s.checkout_id) = $1 for share of t
         on conflict do nothing returning store_id, subscription_id)
       insert into sandbox_invoices (store_id, subscription_id, period_no, paid, refund_at)
       select store_id, subscription_id, 0, true, $5 from started`,
      [
        checkoutId,
        plan === 'fails' || plan === 'recovers' ? 1 : null,
        plan === 'recovers',
        random.chance(0.7) ? new Date() : null,
        plan === 'refunds' ? new Date() : null,
      ],
    )
  }

  async function run(): Promise<void> {
    for (let i = 1; subscribers.length < count; i++) {
      const plan = PLANS[subscribers.length % PLANS.length] ?? 'renews'
      await subscribe(`subscriber-${i}`, plan).catch(ignoreAbandoned)
      await sleep(random.between(0, MAX_PAUSE_MS))
    }
  }

  const running = run()
  running.catch(() => undefined)
  return {
    figures: () => ({ subscriptions: subscribers.length, renewals }),
    /** Resolves when everybody has subscribed and everything is cancelled. */
    async finish(): Promise<void> {
      await running
      for (const { checkoutId } of subscribers) {
        const { subscriptionId } = await insist(() => manage.getCheckout({ storeId, checkoutId }))
        if (subscriptionId) await insist(() => manage.cancelSubscription({ storeId, subscriptionId }))
      }
    },
    async audit(games: Games): Promise<Finding[]> {
      // The goods end at once, and the state follows within seconds.
      const notEnded = `select count(*)::integer as count from subscriptions where state <> 'ended'`
      await waitWhileChanging(() => queryRow<{ count: number }>(databaseUrl, notEnded), {
        isDone: ({ count: left }) => left === 0,
        timeoutMs: 20_000,
      })
      const audited = await auditSubscriptions({ databaseUrl, club, subscribers, games })
      renewals = audited.renewals
      return audited.findings
    },
  }
}

/** During a repetition, the clock has moved so far that the page has expired. Another player tries it. */
function ignoreAbandoned(error: unknown): void {
  if (!(error instanceof StoreError) || error.code !== 'not_payable') throw error
}

/** Servers and the database are killed meanwhile. All of these requests can be repeated. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isRefused = error instanceof StoreError && !error.isRetryable
      const { code = '' } = error as { code?: string }
      if (isRefused || /^(22|23|42)/.test(code)) throw error
      await sleep(RETRY_MS)
    }
  }
}

type AuditParts = { databaseUrl: string; club: MoneyStore; subscribers: Subscriber[]; games: Games }

/** What the provider has charged is paid once, what was not paid is over, and a renewal runs nothing. */
async function auditSubscriptions({ databaseUrl, club, subscribers, games }: AuditParts) {
  const findings: Finding[] = []
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })
  const rows = await query<{ id: string; state: string; charged: number[]; paid: number[]; checkouts: number }>(
    databaseUrl,
    `select type_id('chk', s.checkout_id) as id, s.state,
       array(select i.period_no from sandbox_invoices i
         where i.store_id = s.store_id and i.subscription_id = s.id and i.paid order by 1) as charged,
       array(select i.period_no from subscription_invoices i
         join checkouts c on c.store_id = i.store_id and c.id = i.checkout_id and c.state <> 'open'
         where i.store_id = s.store_id and i.subscription_id = s.id order by 1) as paid,
       (select count(*)::integer from checkouts c where c.store_id = s.store_id and c.game_user_id = f.game_user_id) as checkouts
     from subscriptions s join checkouts f on f.store_id = s.store_id and f.id = s.checkout_id`,
  )
  const [server] = club.servers
  const runs = Map.groupBy(server ? games.runsOf(server) : [], ({ player }) => player)
  for (const { gameUserId, plan, checkoutId } of subscribers) {
    const { state, charged = [], paid = [], checkouts = 0 } = rows.find(({ id }) => id === checkoutId) ?? {}
    const detail = `${gameUserId} (${plan}) is ${state}: charged ${charged.join()}, paid ${paid.join()}, ${checkouts} checkouts`
    if (charged.some((period) => !paid.includes(period))) find('lost', 'a charge is a paid order', detail)
    if (paid.some((period) => !charged.includes(period))) find('wrong', 'an order of a renewal was charged', detail)
    if (checkouts > paid.length) find('doubled', 'a period is one order', detail)
    if (state !== 'ended') find('lost', 'a cancelled subscription ends', detail)
    const types = runs.get(gameUserId)?.map(({ type }) => type) ?? []
    runs.delete(gameUserId)
    // A cancelled subscription has no grace period, so a second attempt that succeeds before the provider is stopped gives the goods again.
    // So does a renewal that was charged before the refund was known.
    const mayGiveAgain = plan === 'recovers' || (plan === 'refunds' && charged.length > 1)
    const quantity = mayGiveAgain ? Math.max(1, types.filter((type) => type === 'APPROVE').length) : 1
    checkCounts(detail, types, { quantity, isRefunded: plan === 'refunds', isTimed: true }, find)
  }
  for (const player of runs.keys()) find('wrong', 'only what was bought runs', `${player} has no subscription`)
  return { findings, renewals: rows.reduce((sum, { paid }) => sum + paid.filter((period) => period > 0).length, 0) }
}
