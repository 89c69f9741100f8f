import { sql } from 'kysely'
import type { AccountsDb } from '../db/database.ts'

export type Plan = { plan: string; stores: number; expiredStores: number }

/** The plans that stores are on, sorted by name. */
export async function listPlans(db: AccountsDb): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select plan, count(*)::integer as stores, count(*) filter (where expires_at <= now())::integer as "expiredStores"
    from stores group by plan order by plan limit 1000`.execute(db)
  return rows
}
