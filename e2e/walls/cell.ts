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

export function sumOutcomes(outcomes: Outcome[]): Outcome {
  return {
    cells: outcomes.reduce((sum, { cells }) => sum + cells, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}

export async function sendCell(client: HttpClient, cell: Cell): Promise<SentCell> {
  const { operation, request, requestId } = cell
  const headers = { ...createHeaders(cell), 'x-request-id': requestId }
  return { ...cell, response: await client.send({ operation, request, headers, address: chooseAddress(cell) }) }
}

let unknownCallers = 0

/** Unknown callers and public routes are limited by address and by network, so they use many of them. */
function chooseAddress({ caller, operation }: Cell): string {
  if (CALLERS[caller.name].kind !== 'unknown' && operation.hasStore) return '127.20.0.1'
  const address = unknownCallers++ >> 4
  return `127.21.${address % 250}.${1 + (Math.floor(address / 250) % 250)}`
}

/** If the request needs its own account, that account sends it the way the caller does. */
function createHeaders({ caller, expectedStatus, request: { as } }: Cell): Record<string, string> {
  const { account, headers } = caller
  if (!as || !account || expectedStatus >= 400) return headers
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(account.token, as.token)]),
  )
}
