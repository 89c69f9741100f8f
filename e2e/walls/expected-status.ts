import { CALLERS, type CallerName } from './callers.ts'
import type { IdVariant } from './id-variants.ts'
import type { Operation } from './operations.ts'

/** The status that a caller must get. Undefined if the combination makes no sense. */
export function findExpectedStatus(
  operation: Operation,
  name: CallerName,
  { owner, location }: IdVariant,
): number | undefined {
  const { kind, opens } = CALLERS[name]
  if (operation.allowed !== 'anyone' && kind === 'unknown') return 401
  if (operation.isWrite && name === 'page of another site') return 403
  if (operation.hasStore) {
    if (owner === 'malformed') return 404
    if (location === 'storeId') return owner === 'foreign' && opens.includes('foreign') ? undefined : 404
    if (!opens.includes('own')) return 404
  }
  if (!isAllowed(operation, name)) return 403
  if (owner === 'own') return operation.status
  return owner === 'malformed' ? 404 : (operation.idsInBody?.[location] ?? 404)
}

function isAllowed({ allowed }: Operation, name: CallerName): boolean {
  const { kind } = CALLERS[name]
  if (allowed === 'anyone') return true
  if (allowed === 'accounts and tokens') return kind !== 'unknown'
  return allowed === 'accounts' ? kind === 'account' : allowed.includes(name)
}
