import { CALLERS } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { SentCell } from './send-cells.ts'

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
  const opens: readonly string[] = CALLERS[caller.name].opens
  const isOfForeignStore = opens.join() === 'foreign'
  // The response names the store that the account has joined.
  if (isOfForeignStore && operation.id === 'acceptInvitation') return ['twin']
  return [isOfForeignStore ? 'own' : 'foreign', 'twin']
}

function describeCell({ operation, caller, variant }: SentCell): string {
  const id = variant.owner === 'own' ? 'own' : `${variant.owner} ${variant.location}`
  return `${operation.id} × ${caller.name} × ${id}`
}
