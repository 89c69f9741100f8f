import type { StoreId } from '../../server/src/ids.ts'
import type { Expectation } from './expected/expectation.ts'
import type { Fixture } from './fixture.ts'
import type { SentCell } from './send-cells.ts'

type AuditRow = { store_id: StoreId; actor_id: string; action: string; request_id: string }

/** Every successful write, and every read of an operator, must be in the audit log of its store once, with its actor. */
export async function checkAuditLog(
  { connections, stores }: Fixture,
  cells: SentCell[],
  expected: Expectation,
): Promise<string[]> {
  const successes = cells.filter(({ response }) => response.status < 400)
  const rows = await connections.query<AuditRow>(
    'select store_id, actor_id, action, request_id from audit_log where request_id = any($1)',
    [successes.map(({ requestId }) => requestId)],
  )
  return successes.flatMap((cell) => {
    const { operation, caller, requestId } = cell
    const found = rows.filter((row) => row.request_id === requestId)
    const count = isLogged(cell, expected) ? 1 : 0
    const name = `${operation.id} × ${caller.name}`
    if (found.length !== count) return [`${name}: ${found.length} rows in the audit log instead of ${count}`]
    const [row] = found
    if (!row) return []
    const failures: string[] = []
    if (row.action !== operation.id) failures.push(`${name}: the audit log has the action ${row.action}`)
    if (row.actor_id !== caller.actorId) failures.push(`${name}: the audit log has the wrong actor`)
    if (expected.audit !== 'other store' && row.store_id !== stores.own)
      failures.push(`${name}: the row is in the audit log of another store`)
    return failures
  })
}

function isLogged({ operation, caller }: SentCell, { audit }: Expectation): boolean {
  if (audit === 'never' || audit === 'always') return audit === 'always'
  if (audit === 'other store') return operation.isWrite
  return operation.hasStore && (operation.isWrite || caller.name === 'operator')
}
