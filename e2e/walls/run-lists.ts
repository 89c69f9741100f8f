import { formatId, type StoreId } from '../../server/src/ids.ts'
import type { Caller } from './callers.ts'
import { checkResponse } from './check-responses.ts'
import type { Expectation } from './expected/expectation.ts'
import type { Fixture } from './fixture.ts'
import type { HttpClient } from './http-client.ts'
import type { Operation } from './operations.ts'
import { type Cell, type Outcome, sendCells, type SentCell } from './send-cells.ts'

type Options = { operation: Operation; expected: Expectation; client: HttpClient; owner: Caller | undefined }

/** Requests a list with each of its filters, in the own store and in an empty store, where it must be empty. */
export async function runLists(fixture: Fixture, { operation, expected, client, owner }: Options): Promise<Outcome> {
  if (!owner || operation.isWrite || operation.names.join() !== 'storeId' || operation.id === 'getStore')
    return { cells: 0, failures: [] }
  const { stores, emptyStore } = fixture
  const context = { ...fixture.contexts.own, account: fixture.owners.own }
  const { query: defaultQuery } = await expected.request(context)
  const queries = (await expected.filters?.(context)) ?? []
  await fixture.twin.copyRows()
  const createCell = (caller: Caller, storeId: StoreId, query: Record<string, string>): Cell => ({
    operation,
    caller,
    variant: { owner: 'own', location: '' },
    expectedStatus: expected.status,
    request: { params: { storeId: formatId('sto', storeId) }, query: { ...defaultQuery, ...query } },
    sentId: '',
    requestId: `walls-lists-${process.pid}`,
  })
  const { token } = emptyStore.owner
  const emptyOwner: Caller = { name: 'owner', headers: { authorization: `Bearer ${token}` }, account: emptyStore.owner }
  const filled = queries.map((query) => createCell(owner, stores.own, query))
  const empty = [{}, ...queries].map((query) => createCell(emptyOwner, emptyStore.storeId, query))
  const sent = await sendCells(client, [...filled, ...empty], { parallel: 4 })
  return {
    cells: sent.length,
    failures: [
      ...sent.flatMap((cell) => checkResponse(fixture, cell)),
      ...sent.slice(filled.length).flatMap((cell) => checkEmpty(cell, expected)),
    ],
  }
}

function checkEmpty({ operation, request, response }: SentCell, { itemsInEmptyStore = 0 }: Expectation): string[] {
  if (response.status !== 200) return []
  const value = JSON.parse(response.text) as { items?: unknown[] }
  const name = `${operation.id} × owner × empty store ${JSON.stringify(request.query)}`
  if (value.items && value.items.length !== itemsInEmptyStore)
    return [`${name}: ${value.items.length} items instead of ${itemsInEmptyStore}`]
  if (itemsInEmptyStore > 0 || findNumbers(value).every((number) => number === 0)) return []
  return [`${name}: a number is not 0: ${response.text.slice(0, 300)}`]
}

function findNumbers(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findNumbers) : []
}
