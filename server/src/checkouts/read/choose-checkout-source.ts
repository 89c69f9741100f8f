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
  /** The id of a checkout, or the beginning of a player's id or of a reference. */
  search?: string | undefined
}

/** A prefix followed by this character sorts after every text that begins with the prefix. */
const LAST_CHARACTER = '\u{10FFFF}'

type Source = {
  ids: RawBuilder<unknown>
  /** The filter that all ids of this source match. */
  covers?: keyof CheckoutFilter
}

/**
 * Chooses the index that a search scans. If several filters have an index, the one with the fewest matches is used, so
 * a rare match is found quickly even if another filter matches half of the store.
 */
export async function chooseCheckoutSource(tx: Tx, filter: CheckoutFilter): Promise<Source> {
  const prefix = prefixSources(filter)
  const ordered = orderedSources(filter)
  const [only] = ordered
  if (only && ordered.length === 1 && prefix === undefined) return only
  const counted = [...ordered.map(({ ids }) => ids), ...(prefix ? [prefix.players, prefix.references] : [])]
  const counts = await countSources(tx, counted)
  const [players = 0, references = 0] = counts.splice(ordered.length)
  const sources: { source: Source; count: number }[] = [
    ...ordered.map((source, i) => ({ source, count: counts[i] ?? 0 })),
    // Matches of a prefix are not in the order of ids, so they are usable only if all of them can be sorted.
    ...(prefix && players + references <= MAX_SCANNED
      ? [{ source: prefixSource(filter, prefix), count: players + references }]
      : []),
  ]
  sources.sort((a, b) => a.count - b.count)
  return sources[0]?.source ?? storeSource(filter)
}

/** A query that returns a row if the checkout `scanned.id` matches the filter. Undefined if every checkout matches. */
export function matchCheckout(filter: CheckoutFilter): RawBuilder<unknown> | undefined {
  const { storeId, state, gameUserId, reference, productId, minTotalMinor, maxTotalMinor, search } = filter
  const lines = sql`from checkout_lines l where l.store_id = ${storeId} and l.checkout_id = c.id`
  const total = sql`(select sum(paid_minor(l)) ${lines})`
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

/** Each source returns ids newest first, from one index. */
function orderedSources(filter: CheckoutFilter): Source[] {
  const { storeId, state, gameUserId, reference, productId, search } = filter
  const checkouts = sql`select id from checkouts where store_id = ${storeId} and ${inRange(sql`id`, filter)}`
  const ordered = (condition: RawBuilder<unknown>) => sql`${checkouts} and ${condition} order by id desc`
  const id = search === undefined ? undefined : parseId<CheckoutId>('chk', search)
  const sources: Source[] = [
    ...(id ? [{ ids: ordered(sql`id = ${id}`), covers: 'search' as const }] : []),
    ...(reference !== undefined ? [{ ids: ordered(sql`reference = ${reference}`), covers: 'reference' as const }] : []),
    ...(gameUserId !== undefined
      ? [{ ids: ordered(sql`game_user_id = ${gameUserId}`), covers: 'gameUserId' as const }]
      : []),
    ...(productId ? [{ ids: productIds(filter, productId), covers: 'productId' as const }] : []),
    ...(state && state !== 'paid'
      ? [{ ids: ordered(sql`state = ${state} and state <> 'paid'`), covers: 'state' as const }]
      : []),
  ]
  return sources.length > 0 || search !== undefined ? sources : [storeSource(filter)]
}

function storeSource({ storeId, ...range }: CheckoutFilter): Source {
  return {
    ids: sql`select id from checkouts where store_id = ${storeId} and ${inRange(sql`id`, range)} order by id desc`,
  }
}

/** Distinct, because several lines of a checkout can have the same product. */
function productIds(filter: CheckoutFilter, productId: ProductId): RawBuilder<unknown> {
  return sql`
    select distinct checkout_id as id from checkout_lines
    where store_id = ${filter.storeId} and product_id = ${productId} and ${inRange(sql`checkout_id`, filter)}
    order by checkout_id desc`
}

function prefixSource(filter: CheckoutFilter, prefix: NonNullable<ReturnType<typeof prefixSources>>): Source {
  const both = sql`select id from (${prefix.players} union ${prefix.references}) found`
  return { ids: sql`${both} where ${inRange(sql`id`, filter)} order by id desc`, covers: 'search' }
}

function prefixSources({ storeId, search }: CheckoutFilter) {
  if (search === undefined || parseId<CheckoutId>('chk', search)) return undefined
  const matching = (column: RawBuilder<unknown>) => sql`
    (select id from checkouts
     where store_id = ${storeId} and ${column} ~>=~ ${search} and ${column} ~<~ ${search + LAST_CHARACTER}
     order by ${column} using ~<~ limit ${sql.lit(MAX_SCANNED + 1)})`
  return { players: matching(sql`game_user_id`), references: matching(sql`reference`) }
}
