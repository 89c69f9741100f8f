import type { StoreId } from '../../server/src/ids.ts'
import type { Expectation } from './expected/expectation.ts'
import type { Asked } from './ask-cells.ts'
import type { World } from './world.ts'

type Row = { store_id: StoreId; actor_id: string; action: string; request_id: string }

/** Every write that succeeded, and every look of an operator, is in the log of its store once, under the name of who did it. */
export async function judgeAudit(
  { hands, stores }: World,
  successes: Asked[],
  expected: Expectation,
): Promise<string[]> {
  const done = successes.filter(({ answer }) => answer.status < 400)
  const rows = await hands.query<Row>(
    'select store_id, actor_id, action, request_id from audit_log where request_id = any($1)',
    [done.map(({ id }) => id)],
  )
  return done.flatMap((asked) => {
    const { operation, caller, id } = asked
    const found = rows.filter((row) => row.request_id === id)
    const wanted = isLogged(asked, expected) ? 1 : 0
    const name = `${operation.id} × ${caller.name}`
    if (found.length !== wanted) return [`${name}: ${found.length} rows in the audit log, not ${wanted}`]
    const [row] = found
    if (!row) return []
    const faults: string[] = []
    if (row.action !== operation.id) faults.push(`${name}: the audit log says ${row.action}`)
    if (row.actor_id !== caller.actorId) faults.push(`${name}: the audit log names somebody else`)
    if (expected.audit !== 'elsewhere' && row.store_id !== stores.own)
      faults.push(`${name}: in the log of another store`)
    return faults
  })
}

function isLogged({ operation, caller }: Asked, { audit }: Expectation): boolean {
  if (audit === 'never' || audit === 'always') return audit === 'always'
  if (audit === 'elsewhere') return operation.isWrite
  return operation.names.includes('storeId') && (operation.isWrite || caller.name === 'operator')
}
