import type { StoreId } from '../../server/src/ids.ts'
import { CALLERS } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { SentCell } from './cell.ts'

/** Checks the status and the form of a response, and that it contains nothing of other stores. */
export function checkResponse({ leaks }: Pick<Fixture, 'leaks'>, cell: SentCell): string[] {
  const { response, expectedStatus, sentId } = cell
  const start = response.text.slice(0, 200)
  const failures: string[] = []
  if (response.status !== expectedStatus)
    failures.push(`status ${response.status} instead of ${expectedStatus}: ${start}`)
  if (response.status >= 400 && !isProblem(cell)) failures.push(`the error is not a problem document: ${start}`)
  const text = sentId === '' ? response.text : response.text.replaceAll(sentId, '')
  for (const store of listHiddenStores(cell)) {
    const leak = leaks.find(store, text)
    if (leak !== undefined) failures.push(`the response contains ${leak} of the ${store} store`)
  }
  return failures.map((failure) => `${describeCell(cell)}: ${failure}`)
}

/** The responses for an id of another store and for an unknown id must be byte-identical, except for the id itself. */
export function compareRefusals(refusals: SentCell[]): string[] {
  return refusals.flatMap((cell) => {
    if (cell.variant.owner !== 'foreign') return []
    const other = refusals.find(
      ({ caller, variant }) =>
        caller === cell.caller && variant.owner === 'unknown' && variant.location === cell.variant.location,
    )
    if (!other || serialize(cell) === serialize(other)) return []
    return [
      `${describeCell(cell)}: differs from the response for an unknown id:\n  ${serialize(cell)}\n  ${serialize(other)}`,
    ]
  })
}

function serialize({ response, sentId }: SentCell): string {
  const text = JSON.stringify([response.status, response.headers, response.text])
  return sentId === '' ? text : text.replaceAll(sentId, '…')
}

function isProblem({ response }: SentCell): boolean {
  const type = response.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  return type.startsWith('application/problem+json') && response.text.startsWith('{')
}

/** The stores that must not appear in the response. */
function listHiddenStores({ caller, operation }: SentCell): ('own' | 'foreign' | 'twin')[] {
  if (operation.id === 'listAllStores' && caller.name === 'operator') return []
  const isOfForeignStore = CALLERS[caller.name].opens.join() === 'foreign'
  // The response names the store that the account has joined.
  if (isOfForeignStore && operation.id === 'acceptInvitation') return ['twin']
  return [isOfForeignStore ? 'own' : 'foreign', 'twin']
}

function describeCell({ operation, caller, variant }: SentCell): string {
  const id = variant.owner === 'own' ? 'own' : `${variant.owner} ${variant.location}`
  return `${operation.id} × ${caller.name} × ${id}`
}

type AuditRow = { store_id: StoreId; actor_id: string; action: string; request_id: string }

/** Every successful write, and every read of an operator, must be in the audit log of its store once, with its actor. */
export async function checkAuditLog({ connections, stores }: Fixture, cells: SentCell[]): Promise<string[]> {
  const successes = cells.filter(({ response }) => response.status < 400)
  const rows = await connections.query<AuditRow>(
    'select store_id, actor_id, action, request_id from audit_log where request_id = any($1)',
    [successes.map(({ requestId }) => requestId)],
  )
  return successes.flatMap((cell) => {
    const { operation, caller, requestId } = cell
    const found = rows.filter((row) => row.request_id === requestId)
    const count = isLogged(cell) ? 1 : 0
    const name = `${operation.id} × ${caller.name}`
    if (found.length !== count) return [`${name}: ${found.length} rows in the audit log instead of ${count}`]
    const [row] = found
    if (!row) return []
    const failures: string[] = []
    if (row.action !== operation.id) failures.push(`${name}: the audit log has the action ${row.action}`)
    if (row.actor_id !== caller.actorId) failures.push(`${name}: the audit log has the wrong actor`)
    if (operation.audit !== 'other store' && row.store_id !== stores.own)
      failures.push(`${name}: the row is in the audit log of another store`)
    return failures
  })
}

function isLogged({ operation, caller }: SentCell): boolean {
  const { audit } = operation
  if (audit === 'never' || audit === 'always') return audit === 'always'
  if (audit === 'other store') return operation.isWrite
  const isWrite = operation.isWrite && audit !== 'as a read'
  return operation.hasStore && (isWrite || caller.name === 'operator')
}
