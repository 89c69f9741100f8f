import type { StoreId } from '../../server/src/ids.ts'
import { formatId } from '../../server/src/ids.ts'
import type { Hands } from './scene.ts'
import { MARKERS, type Stores } from './scene.ts'
import type { TenantTable } from './state.ts'

export type Leaks = {
  /** What of a store stands in a text. */
  of: (whose: keyof Stores, text: string) => string | undefined
}

const ID = /[a-z]{3}_([0-9a-hjkmnp-tv-z]{26})/g

/** Knows every id and every word of the stores, and finds them in answers. */
export async function createLeaks(hands: Pick<Hands, 'query'>, tables: TenantTable[], stores: Stores): Promise<Leaks> {
  const foreign = await idsOf(hands, tables, stores.foreign)
  const own = await idsOf(hands, tables, stores.own)
  // The twin has the ids of the own store.
  const ids = { foreign, own, twin: new Set([tail(stores.twin)]) }
  return {
    of(whose, text) {
      if (text.includes(MARKERS[whose])) return MARKERS[whose]
      for (const [id, end = ''] of text.matchAll(ID)) if (ids[whose].has(end)) return id
      return undefined
    },
  }
}

async function idsOf({ query }: Pick<Hands, 'query'>, tables: TenantTable[], storeId: StoreId): Promise<Set<string>> {
  const columns = tables.flatMap(({ name, storeColumn, columns: all }) =>
    all
      .filter(({ type }) => type === 'uuid')
      .map((column) => `select "${column.name}"::text as id from "${name}" where "${storeColumn}" = $1`),
  )
  const rows = await query<{ id: StoreId | null }>(columns.join(' union '), [storeId])
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : tail(id))))
}

function tail(id: StoreId): string {
  return formatId('sto', id).slice(4)
}
