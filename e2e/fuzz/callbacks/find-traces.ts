import type { World } from './open-world.ts'

type Traces = { settled: number; known: number; notices: number; parked: number; commands: number; strangers: number }

/** What callbacks have left in the database, past the product. `told`: the checkouts of the genuine ones. */
export async function findTraces({ query }: World, told: string[]): Promise<{ extra: number; faults: string[] }> {
  const [traces] = await query<Traces>(
    `select
      (select count(*)::int from checkouts where state <> 'open') as settled,
      (select count(*)::int from checkouts where state <> 'open' and not (state = 'paid' and id = any($1::uuid[]))) as strangers,
      (select count(*)::int from payments
        where payment_ref is not null or refunded_minor > 0 or dispute <> 'none' or closed) as known,
      (select count(*)::int from payment_callbacks) as notices,
      (select count(*)::int from parked_payments) as parked,
      (select count(*)::int from pending_deliveries) + (select count(*)::int from delivery_ledger) as commands`,
    [told],
  )
  if (!traces) throw new Error('the database does not answer')
  const { parked, strangers, ...others } = traces
  const faults = Object.entries(others)
    .filter(([, count]) => count !== told.length)
    .map(([name, count]) => `behind the curtain: ${count} ${name}, and ${told.length} genuine callbacks`)
  if (parked > 0) faults.push(`behind the curtain: ${parked} parked`)
  if (strangers > 0) faults.push(`behind the curtain: ${strangers} checkouts are settled that nobody paid`)
  const excess = Object.values(others).map((count) => count - told.length)
  return { extra: Math.max(parked, strangers, 0, ...excess), faults }
}
