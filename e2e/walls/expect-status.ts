import type { Caller, CallerName } from './callers.ts'
import type { Expectation } from './expected/expectation.ts'
import type { Operation } from './operations.ts'
import type { Place } from './places.ts'

/** Nobody, whatever they show. */
export const UNKNOWN: readonly CallerName[] = [
  'revoked token',
  'expired token',
  'token of one who left',
  'made-up token',
  'ended session',
  'expired session',
  'closed account',
  'server key',
  'nobody',
]
const TOKENS: readonly CallerName[] = [
  'token',
  'token of this scope',
  'token of the other scopes',
  'token of a viewer',
  'token of another store',
]
/** Nothing in the own store. */
const OUTSIDERS: readonly CallerName[] = [
  'operator without second factor',
  'stranger',
  'owner of another store',
  'token of another store',
]
/** Something in the foreign store. */
const AT_HOME_THERE: readonly CallerName[] = ['operator', 'owner of another store', 'token of another store']

/** What a caller is answered; undefined where the cell has no meaning. */
export function expectStatus(
  operation: Operation,
  expected: Expectation,
  { name }: Pick<Caller, 'name'>,
  place: Place,
): number | undefined {
  const isPublic = expected.may === 'everybody'
  if (!isPublic && UNKNOWN.includes(name)) return 401
  if (operation.isWrite && name === 'page of another site') return 403
  return operation.names.includes('storeId') ? inStore(expected, name, place) : ofPeople(expected, name, place)
}

function inStore(expected: Expectation, name: CallerName, { whose, what }: Place): number | undefined {
  if (whose === 'malformed') return 404
  if (what === 'storeId') return whose === 'foreign' && AT_HOME_THERE.includes(name) ? undefined : 404
  if (OUTSIDERS.includes(name)) return 404
  if (!mayDo(expected, name)) return 403
  return whose === 'own' ? expected.status : whenElsewhere(expected, what)
}

function ofPeople(expected: Expectation, name: CallerName, { whose, what }: Place): number | undefined {
  if (!mayDo(expected, name)) return 403
  if (whose === 'own') return expected.status
  return whose === 'malformed' ? 404 : whenElsewhere(expected, what)
}

function mayDo({ may }: Expectation, name: CallerName): boolean {
  if (may === 'everybody') return true
  if (UNKNOWN.includes(name)) return false
  if (may === 'known') return true
  return may === 'people' ? !TOKENS.includes(name) : may.includes(name)
}

function whenElsewhere({ named }: Expectation, what: string): number {
  return named?.[what] ?? 404
}
