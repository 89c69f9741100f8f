import { type Caller, CALLERS } from './callers.ts'
import type { Request } from './expected/expectation.ts'
import type { HttpClient, HttpResponse } from './http-client.ts'
import type { IdVariant } from './id-variants.ts'
import type { Operation } from './operations.ts'

/** One combination of an operation, a caller and an id. */
export type Cell = {
  operation: Operation
  caller: Caller
  variant: IdVariant
  expectedStatus: number
  request: Request
  sentId: string
  requestId: string
}
export type SentCell = Cell & { response: HttpResponse }
export type Outcome = { cells: number; failures: string[] }

type Options = { parallel: number; prepare?: (cell: Cell) => Promise<void> }

/** Returns the cells with their responses, in the same order. */
export async function sendCells(
  client: HttpClient,
  cells: Cell[],
  { parallel, prepare }: Options,
): Promise<SentCell[]> {
  const results: SentCell[] = []
  const queue = cells.entries()
  const sendQueue = async () => {
    for (const [index, cell] of queue) {
      await prepare?.(cell)
      results[index] = { ...cell, response: await sendCell(client, cell) }
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, cells.length) }, sendQueue))
  return results
}

async function sendCell(client: HttpClient, cell: Cell): Promise<HttpResponse> {
  const { operation, request, requestId } = cell
  const { params = {}, query, body, ifMatch } = request
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return client.send({
    method: operation.method,
    path: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
    headers: {
      ...createHeaders(cell),
      'x-request-id': requestId,
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    body,
    address: chooseAddress(cell),
  })
}

let unknownCallers = 0

/** Unknown callers and public routes are limited by address, so they use many addresses. */
function chooseAddress({ caller, operation }: Cell): string {
  if (CALLERS[caller.name].kind !== 'unknown' && operation.hasStore) return '127.20.0.1'
  unknownCallers++
  return `127.21.${(unknownCallers >> 12) % 250}.${1 + ((unknownCallers >> 4) % 250)}`
}

/** If the request needs its own account, that account sends it the way the caller does. */
function createHeaders({ caller, expectedStatus, request: { as } }: Cell): Record<string, string> {
  const { account, headers } = caller
  if (!as || !account || expectedStatus >= 400) return headers
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(account.token, as.token)]),
  )
}
