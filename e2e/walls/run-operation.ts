import { type Caller, type CallerName, createCallers, SCOPES } from './callers.ts'
import { checkAuditLog } from './check-audit-log.ts'
import { checkResponse, compareRefusals } from './check-responses.ts'
import { findExpectedStatus } from './expected-status.ts'
import type { Expectation, Request } from './expected/expectation.ts'
import type { Fixture } from './fixture.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { applyIdVariant, listIdVariants, type Requests } from './id-variants.ts'
import type { Operation } from './operations.ts'
import { findChanges } from './row-fingerprints.ts'
import { runLists } from './run-lists.ts'
import { type Cell, type Outcome, sendCells, type SentCell } from './send-cells.ts'

const PARALLEL = 12
/** They represent all callers where the caller makes no difference or the operation is slow. */
const FEW_CALLERS: readonly CallerName[] = [
  'owner',
  'page of another site',
  'operator',
  'token',
  'ended session',
  'anonymous',
]

type Run = {
  fixture: Fixture
  operation: Operation
  expected: Expectation
  client: HttpClient
  /** Unused requests in the own store, created before the twin got its copies. */
  unused: Request[]
}

/** Runs all cells of one operation: first those that must be refused, then those that must succeed. */
export async function runOperation(
  fixture: Fixture,
  operation: Operation,
  expected: Expectation,
  { port, only = [] }: { port: number; only?: readonly CallerName[] },
): Promise<Outcome> {
  const requests = await createRequests(fixture, expected)
  const unused = await createUnusedRequests(fixture, operation, expected)
  await fixture.twin.copyRows()
  const scope = expected.scope !== null && SCOPES.includes(expected.scope) ? expected.scope : 'store:read'
  const { connections, stores, serverKey } = fixture
  const { callers, remove } = await createCallers(connections, stores, { scope, serverKey })
  const client = createHttpClient(port)
  const run = { fixture, operation, expected, client, unused }
  try {
    const cells = createCells(operation, expected, requests, chooseCallers(expected, callers, only))
    const failures = [
      ...(await runRefusals(
        run,
        cells.filter((cell) => cell.expectedStatus >= 400),
      )),
      ...(await runSuccesses(
        run,
        cells.filter((cell) => cell.expectedStatus < 400),
      )),
    ]
    const outcomes = [
      { cells: cells.length, failures },
      await runLists(fixture, { ...run, owner: callers.find(({ name }) => name === 'owner') }),
    ]
    for (const other of expected.others ?? []) {
      const expectation = { ...expected, ...other, idsInBody: {}, others: [] }
      outcomes.push(await runOperation(fixture, operation, expectation, { port, only: ['owner'] }))
    }
    return {
      cells: outcomes.reduce((sum, outcome) => sum + outcome.cells, 0),
      failures: outcomes.flatMap((outcome) => outcome.failures),
    }
  } finally {
    client.close()
    await remove()
  }
}

/** Refused calls change no row at all. */
async function runRefusals(run: Run, cells: Cell[]): Promise<string[]> {
  const { fixture, operation, expected, client } = run
  for (const cell of cells) if (cell.expectedStatus === expected.status) await renewRequest(run, cell)
  const stores = Object.values(fixture.stores)
  const before = await fixture.fingerprints.readAll(stores)
  const refusals = await sendCells(client, cells, { parallel: PARALLEL })
  const changes = findChanges(before, await fixture.fingerprints.readAll(stores))
  return [
    ...refusals.flatMap((cell) => checkResponse(fixture, cell)),
    ...compareRefusals(refusals),
    ...changes.map((place) => `${operation.id}: refused calls changed ${place}`),
  ]
}

/** Successful calls change no row of other stores and no row of another account. */
async function runSuccesses(run: Run, cells: Cell[]): Promise<string[]> {
  const { fixture, operation, expected, client } = run
  if (!expected.isSingle) for (const cell of cells) await renewRequest(run, cell)
  // The rows that this request uses were created just before, so the twin does not have them yet.
  if (expected.audit === 'other store') await fixture.twin.copyRows()
  const otherStores = [fixture.stores.foreign, fixture.stores.twin]
  const { accountId } = fixture.owners.foreign
  const storesBefore = await fixture.fingerprints.readStores(otherStores)
  const accountBefore = await fixture.fingerprints.readAccount(accountId)
  const successes = await sendCells(client, cells, {
    parallel: operation.isWrite ? 1 : PARALLEL,
    ...(expected.isSingle && { prepare: (cell) => renewRequest(run, cell) }),
  })
  const storeChanges = findChanges(storesBefore, await fixture.fingerprints.readStores(otherStores))
  const accountChanges = findChanges(accountBefore, await fixture.fingerprints.readAccount(accountId))
  return [
    ...successes.flatMap((cell) => checkResponse(fixture, cell)),
    ...storeChanges.map((place) => `${operation.id}: a call in one store changed ${place}`),
    ...accountChanges.map((place) => `${operation.id}: a call changed ${place} of another account`),
    ...(await checkAuditLog(fixture, successes, expected)),
    ...checkContents(successes, expected),
  ]
}

async function createRequests(fixture: Fixture, expected: Expectation): Promise<Requests> {
  const create = async (store: 'own' | 'foreign') => ({
    storeId: fixture.stores[store],
    request: await expected.request({ ...fixture.contexts[store], account: fixture.owners[store] }),
  })
  return { own: await create('own'), foreign: await create('foreign') }
}

/** One request for each caller who may send it, because most requests can succeed only once. */
async function createUnusedRequests(fixture: Fixture, operation: Operation, expected: Expectation): Promise<Request[]> {
  if (!operation.isWrite || !operation.hasStore || expected.isSingle) return []
  const length = Array.isArray(expected.allowed) ? expected.allowed.length : 0
  const context = { ...fixture.contexts.own, account: fixture.owners.own }
  return Promise.all(Array.from({ length }, async () => expected.request(context)))
}

async function renewRequest({ fixture, expected, unused }: Run, cell: Cell): Promise<void> {
  if (cell.variant.owner !== 'own') return
  const { account = fixture.owners.own } = cell.caller
  const { hasStore } = cell.operation
  const marker = hasStore ? fixture.contexts.own.marker : 'person'
  const request =
    !hasStore || expected.isSingle
      ? await expected.request({ ...fixture.contexts.own, marker, account })
      : (unused.shift() ?? cell.request)
  cell.request = { ...request, params: { ...cell.request.params, ...request.params } }
}

function checkContents(successes: SentCell[], { contains = '' }: Expectation): string[] {
  return successes
    .filter(({ caller, response }) => caller.name === 'stranger' && !response.text.includes(contains))
    .map(({ operation, response }) => `${operation.id} × stranger: no ${contains} in the response: ${response.text}`)
}

function chooseCallers({ allowed, isSlow }: Expectation, callers: Caller[], only: readonly CallerName[]): Caller[] {
  if (only.length > 0) return callers.filter(({ name }) => only.includes(name))
  return allowed === 'anyone' || isSlow ? callers.filter(({ name }) => FEW_CALLERS.includes(name)) : callers
}

let count = 0

function createCells(operation: Operation, expected: Expectation, requests: Requests, callers: Caller[]): Cell[] {
  const names = operation.names.filter((name) => !expected.sharedNames?.includes(name))
  const variants = listIdVariants(names, Object.keys(expected.idsInBody ?? {}), requests.own.request)
  return callers.flatMap((caller) => {
    // Foreign and unknown ids are sent with one request id, so that the responses can be byte-identical.
    const requestIds = new Map<string, string>()
    return variants.flatMap((variant) => {
      const expectedStatus = findExpectedStatus(operation, expected, caller.name, variant)
      if (expectedStatus === undefined) return []
      const requestId = requestIds.get(variant.location) ?? `walls-${process.pid}-${++count}`
      requestIds.set(variant.location, requestId)
      return [{ operation, caller, variant, expectedStatus, requestId, ...applyIdVariant(requests, variant) }]
    })
  })
}
