import type { TenantTable } from './row-fingerprints.ts'
import { MARKERS, type Query, type Stores } from './store-context.ts'

/** Unique in the whole database, because a caller is recognised by them. */
const HASHES = new Set(['key_hash', 'token_hash'])
const TEXT_TYPES = new Set(['text', 'text[]', 'jsonb'])
/** The product searches by these columns, so the twin has the same values. */
const SEARCHED = /^(game_user_ids?|bought_by|reference|subject|email|provider|event_id|body|scope|host)$/

/**
 * Gives the twin a copy of every row of the own store: the same ids, different texts. A statement that gets the right
 * id but forgets the tenant filter then finds two rows.
 */
export function createTwin({ query }: Query, tables: TenantTable[], { own, twin }: Stores) {
  const statements = tables.map(({ name, storeColumn, columns, key }) => {
    const names = columns.map((column) => `"${column.name}"`).join(', ')
    const values = columns.map((column) => copiedValue(column, storeColumn, twin)).join(', ')
    const otherKeyColumns = key.filter((column) => column !== storeColumn)
    const sameKey = (one: string, other: string) =>
      otherKeyColumns.map((column) => ` and ${one}."${column}" = ${other}."${column}"`).join('')
    // The update moves the own row behind its copy, so that a sequential scan finds the copy first.
    return `with copies as (
        insert into "${name}" (${names}) select ${values} from "${name}" t
        where t."${storeColumn}" = '${own}' and not exists (
          select from "${name}" w where w."${storeColumn}" = '${twin}'${sameKey('w', 't')})
        on conflict do nothing
        returning ${key.map((column) => `"${column}"`).join(', ')})
      update "${name}" o set "${storeColumn}" = o."${storeColumn}" from copies
      where o."${storeColumn}" = '${own}'${sameKey('o', 'copies')};`
  })
  // As a replica, PostgreSQL checks no foreign keys and runs no triggers.
  const all = `begin; set local session_replication_role = replica; ${statements.join('\n')} commit;`
  return { copyRows: async () => void (await query(all)) }
}

function copiedValue({ name, type }: { name: string; type: string }, storeColumn: string, twin: string): string {
  if (name === storeColumn) return `'${twin}'`
  // An update that reads the version of the twin gets a conflict.
  if (name === 'version') return `t."version" + 1000`
  if (HASHES.has(name)) return `sha256(t."${name}" || 'twin')`
  return TEXT_TYPES.has(type) && !SEARCHED.test(name)
    ? `replace(t."${name}"::text, '${MARKERS.own}', '${MARKERS.twin}')::${type}`
    : `t."${name}"`
}
