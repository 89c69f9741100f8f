import type { Hands, Stores } from './scene.ts'
import { MARKERS } from './scene.ts'
import type { TenantTable } from './state.ts'

/** Found by anybody who has the secret, so they are the only ones that cannot be had twice. */
const HASHES = new Set(['key_hash', 'token_hash'])
const TEXTS = new Set(['text', 'text[]', 'jsonb'])
/** By these somebody is looked for, so the twin has the same. */
const LOOKED_FOR = new Set([
  'game_user_id',
  'game_user_ids',
  'reference',
  'subject',
  'email',
  'provider',
  'event_id',
  'scope',
])

/**
 * Gives the twin every row of the own store that it does not have yet: the same ids, other words. A statement that asks for an
 * id and forgets the store then meets two rows, however well it got the id.
 */
export function createTwin({ query }: Pick<Hands, 'query'>, tables: TenantTable[], { own, twin }: Stores) {
  const statements = tables.map(({ name, storeColumn, columns, key }) => {
    const names = columns.map((column) => `"${column.name}"`).join(', ')
    const values = columns.map((column) => valueOf(column, storeColumn, twin)).join(', ')
    const rest = key.filter((column) => column !== storeColumn)
    const same = (one: string, other: string) =>
      rest.map((column) => ` and ${one}."${column}" = ${other}."${column}"`).join('')
    // The own row is written once more, behind its twin: whoever forgets the store meets the twin first.
    return `with twins as (
        insert into "${name}" (${names}) select ${values} from "${name}" t
        where t."${storeColumn}" = '${own}' and not exists (
          select from "${name}" w where w."${storeColumn}" = '${twin}'${same('w', 't')})
        on conflict do nothing
        returning ${key.map((column) => `"${column}"`).join(', ')})
      update "${name}" o set "${storeColumn}" = o."${storeColumn}" from twins
      where o."${storeColumn}" = '${own}'${same('o', 'twins')};`
  })
  // Rows are copied as they are, whatever they hang on: nothing is checked, and nobody is told.
  const all = `begin; set local session_replication_role = replica; ${statements.join('\n')} commit;`
  return { follow: async () => void (await query(all)) }
}

function valueOf({ name, type }: { name: string; type: string }, storeColumn: string, twin: string): string {
  if (name === storeColumn) return `'${twin}'`
  // An edit that reads the twin's version meets another one than it expects.
  if (name === 'version') return `t."version" + 1000`
  if (HASHES.has(name)) return `sha256(t."${name}" || 'twin')`
  return TEXTS.has(type) && !LOOKED_FOR.has(name)
    ? `replace(t."${name}"::text, '${MARKERS.own}', '${MARKERS.twin}')::${type}`
    : `t."${name}"`
}
