import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { countSources, inRange, type IdRange, MAX_SCANNED } from '../../db/keyset-page.ts'
import { type CheckoutId, parseId, type ProductId, type StoreId } from '../../ids.ts'
import type { CheckoutState } from '../checkout.ts'

export type CheckoutFilter = IdRange<CheckoutId> & {
  storeId: StoreId
  state?: CheckoutState | undefined
  gameUserId?: string | undefined
  reference?: string | undefined
  productId?: ProductId | undefined
  minTotalMinor?: number | undefined
  maxTotalMinor?: number | undefined
  /** A checkout's id, or how a player's id or a reference begins. */
  search?: string | undefined
}

/** Behind every text that begins with another, compared by bytes. */
const LAST_CHARACTER = '\u{10FFFF}'

type Source = { ids: RawBuilder<unknown>; /** The filter that everything in it meets. */ meets?: keyof CheckoutFilter }

/**
 * Along which index a search goes: where several filters have one, along the shortest. What fits into one page is then
 * answered at once, even if the other filter fits half of the store.
 */
export async function chooseCheckouts(tx: Tx, filter: CheckoutFilter): Promise<Source> {
  const beginning = beginningOf(filter)
  const ordered = orderedSources(filter)
  const [only] = ordered
  if (only && ordered.length === 1 && beginning === undefined) return only
  const counted = [...ordered.map(({ ids }) => ids), ...(beginning ? [beginning.players, beginning.references] : [])]
  const counts = await countSources(tx, counted)
  const [players = 0, references = 0] = counts.splice(ordered.length)
  const sources: { source: Source; count: number }[] = [
    ...ordered.map((source, i) => ({ source, count: counts[i] ?? 0 })),
    // It does not come in the order of ids, so it serves when it can be sorted as a whole.
    ...(beginning && players + references <= MAX_SCANNED
      ? [{ source: ofBeginning(filter, beginning), count: players + references }]
      : []),
  ]
  sources.sort((a, b) => a.count - b.count)
  return sources[0]?.source ?? ofStore(filter)
}

/** Asks of one checkout what the whole filter asks. */
export function matchCheckout(filter: CheckoutFilter): RawBuilder<unknown> | undefined {
  const { storeId, state, gameUserId, reference, productId, minTotalMinor, maxTotalMinor, search } = filter
  const lines = sql`from checkout_lines l where l.store_id = ${storeId} and l.checkout_id = c.id`
  const total = sql`(select sum(l.price_minor * l.quantity) ${lines})`
  const conditions = [
    ...(state ? [sql`c.state = ${state}`] : []),
    ...(gameUserId !== undefined ? [sql`c.game_user_id = ${gameUserId}`] : []),
    ...(reference !== undefined ? [sql`c.reference = ${reference}`] : []),
    ...(productId ? [sql`exists (select ${lines} and l.product_id = ${productId} offset 0)`] : []),
    ...(minTotalMinor !== undefined || maxTotalMinor !== undefined
      ? [sql`${total} between ${minTotalMinor ?? 0}::bigint and ${maxTotalMinor ?? Number.MAX_SAFE_INTEGER}::bigint`]
      : []),
    ...(search !== undefined && !parseId<CheckoutId>('chk', search)
      ? [sql`(starts_with(c.game_user_id, ${search}) or starts_with(c.reference, ${search}))`]
      : []),
  ]
  if (conditions.length === 0) return undefined
  return sql`
    select from checkouts c
    where c.store_id = ${storeId} and c.id = scanned.id and ${sql.join(conditions, sql` and `)}`
}

/** Each gives ids newest first, along one index. */
function orderedSources(filter: CheckoutFilter): Source[] {
  const { storeId, state, gameUserId, reference, productId, search } = filter
  const checkouts = sql`select id from checkouts where store_id = ${storeId} and ${inRange(sql`id`, filter)}`
  const ordered = (condition: RawBuilder<unknown>) => sql`${checkouts} and ${condition} order by id desc`
  const id = search === undefined ? undefined : parseId<CheckoutId>('chk', search)
  const sources: Source[] = [
    ...(id ? [{ ids: ordered(sql`id = ${id}`), meets: 'search' as const }] : []),
    ...(reference !== undefined ? [{ ids: ordered(sql`reference = ${reference}`), meets: 'reference' as const }] : []),
    ...(gameUserId !== undefined
      ? [{ ids: ordered(sql`game_user_id = ${gameUserId}`), meets: 'gameUserId' as const }]
      : []),
    ...(productId ? [{ ids: ofProduct(filter, productId), meets: 'productId' as const }] : []),
    ...(state && state !== 'paid'
      ? [{ ids: ordered(sql`state = ${state} and state <> 'paid'`), meets: 'state' as const }]
      : []),
  ]
  return sources.length > 0 || search !== undefined ? sources : [ofStore(filter)]
}

function ofStore({ storeId, ...range }: CheckoutFilter): Source {
  return {
    ids: sql`select id from checkouts where store_id = ${storeId} and ${inRange(sql`id`, range)} order by id desc`,
  }
}

/** A product may stand in several lines of a purchase. */
function ofProduct(filter: CheckoutFilter, productId: ProductId): RawBuilder<unknown> {
  return sql`
    select distinct checkout_id as id from checkout_lines
    where store_id = ${filter.storeId} and product_id = ${productId} and ${inRange(sql`checkout_id`, filter)}
    order by checkout_id desc`
}

function ofBeginning(filter: CheckoutFilter, beginning: NonNullable<ReturnType<typeof beginningOf>>): Source {
  const both = sql`select id from (${beginning.players} union ${beginning.references}) found`
  return { ids: sql`${both} where ${inRange(sql`id`, filter)} order by id desc`, meets: 'search' }
}

function beginningOf({ storeId, search }: CheckoutFilter) {
  if (search === undefined || parseId<CheckoutId>('chk', search)) return undefined
  const of = (column: RawBuilder<unknown>) => sql`
    (select id from checkouts
     where store_id = ${storeId} and ${column} ~>=~ ${search} and ${column} ~<~ ${search + LAST_CHARACTER}
     order by ${column} using ~<~ limit ${sql.lit(MAX_SCANNED + 1)})`
  return { players: of(sql`game_user_id`), references: of(sql`reference`) }
}
