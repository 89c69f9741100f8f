import type { Caller } from './callers.ts'
import { checkResponse } from './check-cells.ts'
import { createFilters, createRequest, type RequestContext } from './expected/expectation.ts'
import type { Fixture } from './fixture.ts'
import type { HttpClient } from './http-client.ts'
import { OWN_IDS } from './id-variants.ts'
import type { Operation } from './operations.ts'
import { type Cell, type Outcome, sendCell, type SentCell } from './cell.ts'

type Options = { operation: Operation; client: HttpClient; owner: Caller | undefined }

/** Requests a list with each of its filters, in the own store and in an empty store, where it must be empty. */
export async function runLists(fixture: Fixture, { operation, client, owner }: Options): Promise<Outcome> {
  if (!owner || operation.isWrite || operation.names.join() !== 'storeId' || operation.id === 'getStore')
    return { cells: 0, failures: [] }
  const { own, empty } = fixture.contexts
  const queries = await createFilters(operation, own)
  await fixture.twin.copyRows()
  const createCells = async (caller: Caller, context: RequestContext, filters: Record<string, string>[]) => {
    const request = await createRequest(operation, context)
    const cell = { operation, caller, variant: OWN_IDS, sentId: '', requestId: `walls-lists-${process.pid}` }
    return filters.map((filter): Cell => {
      const query = { ...request.query, ...filter }
      return { ...cell, expectedStatus: operation.status, request: { ...request, query } }
    })
  }
  const emptyOwner: Caller = { name: 'owner', headers: { authorization: `Bearer ${empty.account.token}` } }
  const ofFilled = await createCells(owner, own, queries)
  const ofEmpty = await createCells(emptyOwner, empty, [{}, ...queries])
  const sent = await Promise.all([...ofFilled, ...ofEmpty].map((cell) => sendCell(client, cell)))
  return {
    cells: sent.length,
    failures: [
      ...sent.flatMap((cell) => checkResponse(fixture, cell)),
      ...sent.flatMap(findTwice),
      ...sent.slice(ofFilled.length).flatMap(checkEmpty),
    ],
  }
}

/** A list that also reads other stores can contain a row and its twin. */
function findTwice({ operation, request, response }: SentCell): string[] {
  if (response.status !== 200) return []
  const { items = [] } = JSON.parse(response.text) as { items?: { id?: string }[] }
  const ids = items.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size === ids.length) return []
  return [`${operation.id} × owner ${JSON.stringify(request.query)}: an item is in the list twice`]
}

function checkEmpty({ operation, request, response }: SentCell): string[] {
  const { itemsInEmptyStore = 0, numbersInEmptyStore } = operation
  if (response.status !== 200) return []
  const value = JSON.parse(response.text) as { items?: unknown[] }
  const name = `${operation.id} × owner × empty store ${JSON.stringify(request.query)}`
  if (value.items && value.items.length !== itemsInEmptyStore)
    return [`${name}: ${value.items.length} items instead of ${itemsInEmptyStore}`]
  const numbers = findNumbers(value)
  if (numbersInEmptyStore)
    return numbers.join() === numbersInEmptyStore.join()
      ? []
      : [`${name}: the numbers ${numbers.join()} instead of ${numbersInEmptyStore.join()}`]
  if (itemsInEmptyStore > 0 || numbers.every((number) => number === 0)) return []
  return [`${name}: a number is not 0: ${response.text.slice(0, 300)}`]
}

function findNumbers(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findNumbers) : []
}
