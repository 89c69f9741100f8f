import { CALLERS, type CallerName } from './callers.ts'
import type { Expectation } from './expected/expectation.ts'
import type { IdVariant } from './id-variants.ts'
import type { Operation } from './operations.ts'

/** The status that a caller must get. Undefined if the combination makes no sense. */
export function findExpectedStatus(
  operation: Operation,
  expected: Expectation,
  name: CallerName,
  variant: IdVariant,
): number | undefined {
  if (expected.allowed !== 'anyone' && CALLERS[name].kind === 'unknown') return 401
  if (operation.isWrite && name === 'page of another site') return 403
  return operation.hasStore ? findStatusInStore(expected, name, variant) : findStatus(expected, name, variant)
}

function findStatusInStore(
  expected: Expectation,
  name: CallerName,
  { owner, location }: IdVariant,
): number | undefined {
  const opens: readonly string[] = CALLERS[name].opens
  if (owner === 'malformed') return 404
  if (location === 'storeId') return owner === 'foreign' && opens.includes('foreign') ? undefined : 404
  if (!opens.includes('own')) return 404
  return findStatus(expected, name, { owner, location })
}

function findStatus(expected: Expectation, name: CallerName, { owner, location }: IdVariant): number {
  if (!isAllowed(expected, name)) return 403
  if (owner === 'own') return expected.status
  return owner === 'malformed' ? 404 : (expected.idsInBody?.[location] ?? 404)
}

function isAllowed({ allowed }: Expectation, name: CallerName): boolean {
  const { kind } = CALLERS[name]
  if (allowed === 'anyone') return true
  if (allowed === 'accounts and tokens') return kind !== 'unknown'
  return allowed === 'accounts' ? kind === 'account' : allowed.includes(name)
}
