import { query } from '../../kit/query.ts'
import type { Find, Finding } from '../trial.ts'
import { MAX_USES, type MoneyStore } from './money-stores.ts'
import type { OpenedCheckout } from './run-scenarios.ts'
import { type Scenario, totalOf } from './scenario.ts'

type Parts = {
  databaseUrl: string
  stores: MoneyStore[]
  opened: readonly OpenedCheckout[]
  /** Because the coupon was used up. */
  refused: readonly Scenario[]
}

/** Compares the scenarios with the uses of coupons and the ledgers of creators. */
export async function auditCodes({ databaseUrl, stores, opened, refused }: Parts): Promise<Finding[]> {
  const findings: Finding[] = []
  const find: Find = (kind, check, detail) => void findings.push({ kind, check, detail })
  await auditUses(databaseUrl, { stores, opened, refused, find })
  await auditLedgers(databaseUrl, { opened, find })
  return findings
}

/**
 * The scenarios as they ended: others may have used a coupon up before an abandoned order was paid after all. Its money is then
 * returned, and every other return is a fault.
 */
export async function withReturns(databaseUrl: string, opened: readonly OpenedCheckout[]): Promise<OpenedCheckout[]> {
  const rows = await query<{ id: string; reason: string }>(
    databaseUrl,
    `select type_id('chk', checkout_id) as id, return_reason as reason from payments where returned_at is not null`,
  )
  const reasons = new Map(rows.map(({ id, reason }) => [id, reason]))
  return opened.map(({ scenario, checkoutId }) => {
    const isLate = scenario.steps.flat().some(({ facts }) => facts.closed)
    const isReturned = reasons.get(checkoutId) === 'code' && scenario.code === 'COUPON' && isLate
    return { checkoutId, scenario: isReturned ? { ...scenario, finalState: 'abandoned', isPaid: false } : scenario }
  })
}

type UseParts = Omit<Parts, 'databaseUrl'> & { find: Find }

async function auditUses(databaseUrl: string, { stores, opened, refused, find }: UseParts): Promise<void> {
  const rows = await query<{ store: string; uses: number }>(
    databaseUrl,
    `select type_id('sto', store_id) as store, uses from discount_codes where code = 'COUPON'`,
  )
  for (const store of stores) {
    const own = opened.filter(({ scenario }) => scenario.store === store && scenario.code === 'COUPON')
    const used = own.filter(({ scenario }) => scenario.finalState !== 'abandoned')
    const uses = rows.find((row) => row.store === store.storeId)?.uses ?? Number.NaN
    const detail = `${uses} uses of ${MAX_USES} in ${store.storeId} after ${used.length} orders`
    if (uses !== used.length) find('wrong', 'a use of a coupon is an order that is not abandoned', detail)
    if (used.length > MAX_USES) find('doubled', 'no coupon is used above its limit', detail)
    const isRefused = refused.some((scenario) => scenario.store === store)
    if (isRefused && own.length < MAX_USES) find('lost', 'a coupon that is not used up can be used', detail)
  }
}

/** The creator gets everything that is paid, so the sum of an order's entries is its total or nothing. */
async function auditLedgers(
  databaseUrl: string,
  { opened, find }: Pick<Parts, 'opened'> & { find: Find },
): Promise<void> {
  const rows = await query<{ id: string; sum: string }>(
    databaseUrl,
    `select type_id('chk', checkout_id) as id, sum(amount_minor) as sum from creator_entries group by 1`,
  )
  const sums = new Map(rows.map(({ id, sum }) => [id, Number(sum)]))
  for (const { scenario, checkoutId } of opened) {
    const sum = sums.get(checkoutId) ?? 0
    sums.delete(checkoutId)
    const isLost = scenario.steps.flat().some(({ facts, fraud }) => facts.dispute === 'lost' && !fraud)
    const isEarned = scenario.code === 'CREATOR' && scenario.isPaid && scenario.finalState !== 'refunded' && !isLost
    const expected = isEarned ? totalOf(scenario) : 0
    if (sum === expected) continue
    const kind = sum < expected ? 'lost' : 'wrong'
    find(
      kind,
      "a creator's ledger is the sum of what was paid and kept",
      `${scenario.reference}: ${sum}, not ${expected}`,
    )
  }
  for (const id of sums.keys()) find('wrong', 'only orders with a code are in a ledger', id)
}
