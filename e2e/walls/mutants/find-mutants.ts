import { PERMISSIONS, permissionsOf } from '../../../server/src/access/permissions.ts'
import { harmlessOf } from './harmless.ts'
import { CHECKS } from './checks.ts'
import type { Mutant } from './mutant.ts'
import type { Sources } from './sources.ts'

const NO_SUCH = `.where('no_such_column' as never, '=', 1 as never)`

/** What is looked for, what takes its place, and what would break the statement. */
const FILTERS: { wall: Mutant['wall']; form: RegExp; by: string; poison: string }[] = [
  { wall: 'filter', form: /\s*\.where\('(?:\w+\.)?store_id', '=', [\w.]+\)/g, by: '', poison: NO_SUCH },
  { wall: 'filter', form: /(?:\w+\.)?store_id = \$\{[\w.]+\}/g, by: 'true', poison: 'no_such_column' },
  { wall: 'filter', form: /\s*\.where\('id', '=', (?:storeId|\w+\.storeId)\)/g, by: '', poison: NO_SUCH },
  { wall: 'filter', form: /(?<=\bwhere )(?:\w+\.)?id = \$\{storeId\}/g, by: 'true', poison: 'no_such_column' },
  { wall: 'person', form: /\s*\.where\('account_id', '=', [\w.]+\)/g, by: '', poison: NO_SUCH },
  { wall: 'person', form: /(?:\w+\.)?account_id = \$\{[\w.]+\}/g, by: 'true', poison: 'no_such_column' },
]

/** Every place in the management surface where a filter or a check could be forgotten, found in its source. */
export function findMutants(sources: Sources): Mutant[] {
  return [
    ...sources.reached.flatMap((file) => [...filtersIn(sources, file), ...permissionsIn(sources, file)]),
    ...rolesTooMany(sources),
    ...CHECKS.map((check) => checkGone(sources, check)),
  ]
}

function filtersIn({ texts }: Sources, file: string): Mutant[] {
  const text = texts.get(file) ?? ''
  return FILTERS.flatMap(({ wall, form, by, poison }) =>
    [...text.matchAll(form)].map(({ index, 0: found }): Mutant => {
      const line = lineAt(text, index + found.length)
      const harmless = harmlessOf(file, text.split('\n')[line - 1] ?? '')
      const name = `${file}:${line} without ${found.trim()}`
      return { name, file, at: index, find: found, by, poison, wall, ...(harmless !== undefined && { harmless }) }
    }),
  )
}

/** Each route asks for another permission than its own. */
function permissionsIn({ texts }: Sources, file: string): Mutant[] {
  const text = texts.get(file) ?? ''
  return [...text.matchAll(/permission: '([a-z]+:[a-z]+)'/g)].map(({ index, 0: found, 1: permission = '' }): Mutant => {
    const by = permission === 'figures:read' ? 'store:read' : 'figures:read'
    const name = `${file}:${lineAt(text, index)} asks for ${by} instead of ${permission}`
    return { name, file, at: index, find: found, by: `permission: '${by}'`, wall: 'role' }
  })
}

/** Each role may do one thing more. */
function rolesTooMany({ texts }: Sources): Mutant[] {
  const file = 'access/permissions.ts'
  const text = texts.get(file) ?? ''
  return (['viewer', 'support', 'manager'] as const).flatMap((role) => {
    const opening = `const ${role.toUpperCase()}: readonly Permission[] = [`
    const at = text.indexOf(opening)
    if (at === -1) throw new Error(`${file} does not begin the list of a ${role} with ${opening}`)
    return PERMISSIONS.filter((permission) => !permissionsOf(role).includes(permission)).map((permission): Mutant => {
      const by = `${opening}'${permission}', `
      return { name: `a ${role} has ${permission}`, file, at, find: opening, by, wall: 'role', permission }
    })
  })
}

function checkGone({ texts }: Sources, { name, file, find, by, wall = 'role' }: (typeof CHECKS)[number]): Mutant {
  const text = texts.get(file) ?? ''
  const found = text.split(find).length - 1
  if (found !== 1)
    throw new Error(`The mutant "${name}" cannot be made: ${file} holds this ${found} times, not once:\n${find}`)
  return { name, file, at: text.indexOf(find), find, by, wall }
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
