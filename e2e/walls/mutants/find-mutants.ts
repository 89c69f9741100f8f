import { PERMISSIONS, permissionsOf } from '../../../server/src/access/permissions.ts'
import { applyEdit } from '../../kit/mutants/mutant.ts'
import { CHECK_MUTANTS, HOST_MUTANTS } from './check-mutants.ts'
import { findHarmless } from './harmless-filters.ts'
import type { SourceFiles } from './source-files.ts'

/** The product with one filter or check removed. */
export type ProductMutant = {
  name: string
  /** Below server/src. */
  file: string
  /** Where the change begins. */
  offset: number
  /** The changed text of the file. */
  text: string
  /** To test the tenant filter of a statement, row-level security must not hide the rows of other stores. */
  kind: 'tenant filter' | 'account filter' | 'check'
  /** The text of the file with a statement that fails. If no cell notices even this, no cell runs the statement. */
  failingText?: string
  /** The permission that the mutant concerns. */
  permission?: string
  /** Why the mutant changes nothing. */
  harmless?: string | undefined
}

type Filter = { kind: ProductMutant['kind']; pattern: RegExp; replacement: string; failingReplacement: string }

const QUERY_BUILDER = { replacement: '', failingReplacement: `.where('no_such_column' as never, '=', 1 as never)` }
const SQL = { replacement: 'true', failingReplacement: 'no_such_column' }
/** PostgreSQL checks the columns when a function is created, but it evaluates expressions only when it runs. */
const SQL_FUNCTION = { replacement: 'true', failingReplacement: '1 / 0 = 1' }

const FILTERS: Filter[] = [
  { kind: 'tenant filter', pattern: /\s*\.where\('(?:\w+\.)?store_id', '=', [\w.]+\)/g, ...QUERY_BUILDER },
  { kind: 'tenant filter', pattern: /(?:\w+\.)?store_id = \$\{[\w.]+\}/g, ...SQL },
  { kind: 'tenant filter', pattern: /\s*\.where\('id', '=', (?:storeId|\w+\.storeId)\)/g, ...QUERY_BUILDER },
  { kind: 'tenant filter', pattern: /(?<=\bwhere )(?:\w+\.)?id = \$\{storeId\}/g, ...SQL },
  // In SQL functions the store is the parameter `store`.
  { kind: 'tenant filter', pattern: /(?:\w+\.)?(?:store_id|scope) = store\b/g, ...SQL_FUNCTION },
  { kind: 'account filter', pattern: /\s*\.where\('account_id', '=', [\w.]+\)/g, ...QUERY_BUILDER },
  { kind: 'account filter', pattern: /(?:\w+\.)?account_id = \$\{[\w.]+\}/g, ...SQL },
]

/** Finds every place in the code of the management API where a developer could forget a filter or a check. */
export function findMutants(sources: SourceFiles): ProductMutant[] {
  return [
    ...sources.reached.flatMap((file) => [...findFilters(sources, file), ...findPermissions(sources, file)]),
    ...addPermissionsToRoles(sources),
    ...removeChecks(sources),
  ]
}

function findFilters({ texts }: SourceFiles, file: string): ProductMutant[] {
  const text = texts.get(file) ?? ''
  const harmless = findHarmless(file, text)
  return FILTERS.flatMap(({ kind, pattern, replacement, failingReplacement }) =>
    [...text.matchAll(pattern)].map(({ index: offset, 0: found }): ProductMutant => {
      const replace = (by: string) => text.slice(0, offset) + by + text.slice(offset + found.length)
      return {
        name: `${file}:${findLine(text, offset + found.length)} without ${found.trim()}`,
        file,
        offset,
        text: replace(replacement),
        failingText: replace(failingReplacement),
        kind,
        harmless: harmless.find(({ start, end }) => start <= offset && offset < end)?.reason,
      }
    }),
  )
}

/** Each route requires a different permission. */
function findPermissions({ texts }: SourceFiles, file: string): ProductMutant[] {
  const text = texts.get(file) ?? ''
  return [...text.matchAll(/permission: '([a-z]+:[a-z]+)'/g)].map(({ index: offset, 0: found, 1: permission = '' }) => {
    const other = permission === 'statistics:read' ? 'store:read' : 'statistics:read'
    const changed = `${text.slice(0, offset)}permission: '${other}'${text.slice(offset + found.length)}`
    const name = `${file}:${findLine(text, offset)} requires ${other} instead of ${permission}`
    return { name, file, offset, text: changed, kind: 'check' }
  })
}

/** Each role gets one more permission. */
function addPermissionsToRoles({ texts }: SourceFiles): ProductMutant[] {
  const file = 'access/permissions.ts'
  const text = texts.get(file) ?? ''
  return (['viewer', 'support', 'manager'] as const).flatMap((role) => {
    const start = `const ${role.toUpperCase()}: readonly Permission[] = [`
    const offset = text.indexOf(start)
    if (offset === -1) throw new Error(`${file} does not contain "${start}". Change find-mutants.ts.`)
    return PERMISSIONS.filter((permission) => !permissionsOf(role).includes(permission)).map(
      (permission): ProductMutant => {
        const changed = text.replace(start, `${start}'${permission}', `)
        return { name: `${role} has ${permission}`, file, offset, text: changed, kind: 'check', permission }
      },
    )
  })
}

function removeChecks({ texts }: SourceFiles): ProductMutant[] {
  return [...CHECK_MUTANTS, ...HOST_MUTANTS].flatMap(({ name, edits }) =>
    edits.map((edit): ProductMutant => {
      const file = edit.file.replace('server/src/', '')
      return { name, file, offset: 0, text: applyEdit(texts.get(file) ?? '', edit), kind: 'check' }
    }),
  )
}

function findLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
