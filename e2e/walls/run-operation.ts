import { type Caller, CALLER_NAMES, type CallerName, createCallers, SCOPES } from './callers.ts'
import { checkAuditLog, checkResponse, compareRefusals } from './check-cells.ts'
import { findExpectedStatus } from './expected-status.ts'
import { createRequest, type Request } from './expected/expectation.ts'
import type { Fixture } from './fixture.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { applyIdVariant, findIds, listIdVariants, type Requests } from './id-variants.ts'
import type { Operation } from './operations.ts'
import { findChanges } from './row-fingerprints.ts'
import { runLists } from './run-lists.ts'
import { type Cell, type Outcome, sendCell, type SentCell, sumOutcomes } from './cell.ts'

/** They represent all callers where the caller makes no difference or the operation is slow. */
const FEW_CALLERS = ['owner', 'page of another site', 'operator', 'token', 'ended session', 'anonymous'] as const

type Run = {
  fixture: Fixture
  operation: Operation
  client: HttpClient
  /** Unused requests in the own store, created before the twin got its copies. */
  unused: Request[]
}

type Options = {
  port: number
  only?: readonly CallerName[] | undefined
  /** Unless the operation has its own list. */
  usual?: readonly CallerName[] | undefined
}

/** Runs all cells of one operation: first those that must be refused, then those that must succeed. */
export async function runOperation(
  fixture: Fixture,
  operation: Operation,
  { port, only, usual = CALLER_NAMES }: Options,
): Promise<Outcome> {
  const { own, foreign } = fixture.contexts
  const requests = { own: await createRequest(operation, own), foreign: await createRequest(operation, foreign) }
  const unused = await createUnusedRequests(fixture, operation)
  await fixture.twin.copyRows()
  const scope = SCOPES.find((one) => one === operation.scope) ?? 'store:read'
  const isForFew = operation.allowed === 'anyone' || operation.isSlow
  const names = operation.callers ?? only ?? (isForFew ? FEW_CALLERS : usual)
  const { connections, stores, serverKey } = fixture
  const { callers, remove } = await createCallers(connections, stores, { names, scope, serverKey })
  const client = createHttpClient(port)
  const run = { fixture, operation, client, unused }
  try {
    const cells = createCells(operation, requests, callers)
    const { refused = [], allowed = [] } = Object.groupBy(cells, (cell) =>
      cell.expectedStatus >= 400 ? 'refused' : 'allowed',
    )
    const outcomes = [
      { cells: refused.length, failures: await runRefusals(run, refused) },
      { cells: allowed.length, failures: await runSuccesses(run, allowed) },
      await runLists(fixture, { ...run, owner: callers.find(({ name }) => name === 'owner') }),
    ]
    for (const other of operation.others ?? []) {
      const changed = { ...operation, ...other, hasOwnIdsOnly: true as const, idsInBody: {}, others: [] }
      outcomes.push(await runOperation(fixture, changed, { port, only: ['owner'] }))
    }
    return sumOutcomes(outcomes)
  } finally {
    client.close()
    await remove()
  }
}

/** Refused calls change no row at all, except what they use up. This never belongs to another account. */
async function runRefusals(run: Run, cells: Cell[]): Promise<string[]> {
  const { fixture, operation, client } = run
  for (const cell of cells) if (cell.expectedStatus === operation.status) await renewRequest(run, cell)
  const { fingerprints, contexts } = fixture
  const stores = Object.values(fixture.stores)
  const read = async () =>
    new Map([
      ...(await fingerprints.readAll(stores)),
      ...(await fingerprints.readOwned([], contexts.foreign.account.accountId)),
    ])
  const before = await read()
  const refusals = await Promise.all(cells.map((cell) => sendCell(client, cell)))
  const changes = findChanges(before, await read())
  const { usedUp } = operation
  return [
    ...refusals.flatMap((cell) => checkResponse(fixture, cell)),
    ...compareRefusals(refusals),
    ...changes.filter((place) => place !== usedUp).map((place) => `${operation.id}: refused calls changed ${place}`),
    ...(usedUp === undefined || changes.includes(usedUp) ? [] : [`${operation.id}: ${usedUp} did not change`]),
  ]
}

/** Successful calls change no row of other stores and no row of another account. */
async function runSuccesses(run: Run, cells: Cell[]): Promise<string[]> {
  const { fixture, operation, client } = run
  if (!operation.isSingle) for (const cell of cells) await renewRequest(run, cell)
  // The rows that this request uses were created just before, so the twin does not have them yet.
  if (operation.audit === 'other store' || operation.routeFile !== undefined) await fixture.twin.copyRows()
  const { fingerprints, stores, contexts } = fixture
  const { accountId } = contexts.foreign.account
  const readOthers = () => fingerprints.readOwned([stores.foreign, stores.twin], accountId)
  const before = await readOthers()
  const successes = await Array.fromAsync(cells, async (cell) => {
    if (operation.isSingle) await renewRequest(run, cell)
    return sendCell(client, cell)
  })
  const changes = findChanges(before, await readOthers())
  return [
    ...successes.flatMap((cell) => checkResponse(fixture, cell)),
    ...changes.map((place) => `${operation.id}: a call changed ${place}`),
    ...(await checkAuditLog(fixture, successes)),
    ...checkContents(successes, operation),
  ]
}

/** One request for each caller who may send it, because most requests can succeed only once. */
async function createUnusedRequests(fixture: Fixture, operation: Operation): Promise<Request[]> {
  if (!operation.isWrite || !operation.hasStore || operation.isSingle) return []
  const length = Array.isArray(operation.allowed) ? operation.allowed.length : 0
  return Promise.all(Array.from({ length }, () => createRequest(operation, fixture.contexts.own)))
}

async function renewRequest({ fixture, operation, unused }: Run, cell: Cell): Promise<void> {
  if (cell.variant.owner !== 'own') return
  const { own } = fixture.contexts
  const { account = own.account } = cell.caller
  if (!operation.hasStore) cell.request = await createRequest(operation, { ...own, account, marker: 'person' })
  else if (operation.isSingle) cell.request = await createRequest(operation, { ...own, account })
  else cell.request = unused.shift() ?? cell.request
}

function checkContents(successes: SentCell[], { contains = '' }: Operation): string[] {
  return successes
    .filter(({ caller, response }) => isChecked(caller) && !response.text.includes(contains))
    .map(({ operation, caller, response }) => `${operation.id} × ${caller.name}: no ${contains} in: ${response.text}`)
}

function isChecked({ name }: Caller): boolean {
  return name === 'stranger' || name === 'anonymous'
}

let count = 0

function createCells(operation: Operation, requests: Requests, callers: Caller[]): Cell[] {
  const names = operation.names.filter((name) => !operation.sharedNames?.includes(name))
  const { hasStore, hasOwnIdsOnly, idsInBody = {} } = operation
  const inBody = hasStore && !hasOwnIdsOnly ? findIds(requests.own.body) : []
  const variants = listIdVariants(names, [...new Set([...Object.keys(idsInBody), ...inBody])], requests.own)
  return callers.flatMap((caller) => {
    // Foreign and unknown ids are sent with one request id, so that the responses can be byte-identical.
    const requestIds = new Map<string, string>()
    return variants.flatMap((variant) => {
      const expectedStatus = findExpectedStatus(operation, caller.name, variant)
      if (expectedStatus === undefined) return []
      const requestId = requestIds.get(variant.location) ?? `walls-${process.pid}-${++count}`
      requestIds.set(variant.location, requestId)
      return [{ operation, caller, variant, expectedStatus, requestId, ...applyIdVariant(requests, variant) }]
    })
  })
}
