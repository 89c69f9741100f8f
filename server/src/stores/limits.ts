import { sql } from 'kysely'
import type { AccountsDb, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'

/** For all plans that have no row of their own. */
export const ALL_PLANS = '*'
export const LIMIT_NAMES = [
  'stores',
  'servers',
  'products',
  'endpoints',
  'tokens',
  'members',
  'hosts',
  'pictures',
  'mails_per_hour',
] as const
export type LimitName = (typeof LIMIT_NAMES)[number]
type StoreLimit = Exclude<LimitName, 'stores' | 'mails_per_hour'>

/** Locks the store until the transaction ends, so that concurrent requests can't exceed the limit together. */
export async function limitOfStore(tx: Tx, { storeId, name }: { storeId: StoreId; name: StoreLimit }): Promise<number> {
  const { rows } = await sql<{ maximum: number }>`
    select (select l.maximum from limits l where l.name = ${name} and l.plan in (s.plan, ${ALL_PLANS})
      order by l.plan = ${ALL_PLANS} limit 1) as maximum
    from stores s where s.id = ${storeId} for no key update`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'No such store')
  return rows[0].maximum
}

export async function limitOfPlatform(db: AccountsDb | Tx, name: Exclude<LimitName, StoreLimit>): Promise<number> {
  const { rows } = await sql<{ maximum: number }>`
    select maximum from limits where plan = ${ALL_PLANS} and name = ${name}`.execute(db)
  return rows[0]?.maximum ?? 0
}

type Count = { storeId: StoreId; name: StoreLimit; count: () => Promise<number> }

/** Call it before something is added. `count` runs after the store is locked. */
export async function requireBelowLimit(tx: Tx, { storeId, name, count }: Count): Promise<void> {
  const maximum = await limitOfStore(tx, { storeId, name })
  if ((await count()) >= maximum) throw quotaExceeded(`A store of this plan can have ${maximum} ${name}`)
}

export function quotaExceeded(what: string): AppError {
  return new AppError('quota_exceeded', `${what}. Remove one first, or ask the operator of the platform for more`)
}

export type Limit = { plan: string; name: LimitName; maximum: number }

export async function listLimits(db: AccountsDb): Promise<Limit[]> {
  const { rows } = await sql<Limit>`select plan, name, maximum from limits order by plan, name`.execute(db)
  return rows
}

/** Null removes the row of a plan. */
export async function setLimit(
  db: AccountsDb,
  { plan, name, maximum }: { plan: string; name: LimitName; maximum: number | null },
): Promise<void> {
  const isOfPlatform = name === 'stores' || name === 'mails_per_hour'
  if (plan !== ALL_PLANS && isOfPlatform)
    throw new AppError('invalid_request', `The limit ${name} does not depend on a plan. Leave out --plan`)
  if (maximum === null && plan === ALL_PLANS)
    throw new AppError('invalid_request', 'A limit for all plans cannot be removed. Name a plan, or set a high limit')
  if (maximum === null) await sql`delete from limits where plan = ${plan} and name = ${name}`.execute(db)
  else
    await sql`
      insert into limits (plan, name, maximum) values (${plan}, ${name}, ${maximum})
      on conflict (plan, name) do update set maximum = ${maximum}`.execute(db)
}
