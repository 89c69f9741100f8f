import { createAsking } from './ask.ts'
import { type Asked, askAll, type Cell, type Outcome } from './ask-cells.ts'
import { type Caller, type CallerName, enlist, SCOPES } from './callers.ts'
import { judgeAudit } from './judge-audit.ts'
import { runLists } from './run-lists.ts'
import { expectStatus } from './expect-status.ts'
import type { Expectation, Request } from './expected/expectation.ts'
import { judgeAnswer, judgePairs } from './judge-answers.ts'
import type { Operation } from './operations.ts'
import { placesOf, requestAt, type Sides } from './places.ts'
import { differences } from './state.ts'
import type { World } from './world.ts'

const LANES = 12

/** All cells of one operation: first what must be refused and change nothing, then what must succeed and touch nobody else. */
export async function runOperation(
  world: World,
  operation: Operation,
  expected: Expectation,
  { port, only = [] }: { port: number; only?: readonly CallerName[] },
): Promise<Outcome> {
  const { stores, look } = world
  const sides = await standing(world, expected)
  const fresh = await freshRequests(world, operation, expected)
  await world.twin.follow()
  const scope = expected.scope !== null && SCOPES.includes(expected.scope) ? expected.scope : 'store:read'
  const company = await enlist(world.hands, stores, { scope, serverKey: world.serverKey })
  const asking = createAsking(port)
  try {
    const cells = cellsOf(operation, expected, sides, calling(expected, company.callers, only))
    const refused = cells.filter((cell) => cell.expected >= 400)
    for (const cell of refused) if (cell.expected === expected.status) await renew(world, cell, { expected, fresh })
    const everybody = Object.values(stores)
    const before = await look.atEverything(everybody)
    const refusals = await askAll(asking, refused, { lanes: LANES })
    const changed = differences(before, await look.atEverything(everybody))
    const failures = [
      ...refusals.flatMap((asked) => judgeAnswer(world, asked)),
      ...judgePairs(refusals),
      ...changed.map((place) => `${operation.id}: refused calls changed ${place}`),
    ]

    const allowed = cells.filter((cell) => cell.expected < 400)
    if (!expected.late) for (const cell of allowed) await renew(world, cell, { expected, fresh })
    // Whoever joins a store does so with something that was made just now.
    if (expected.audit === 'elsewhere') await world.twin.follow()
    const others = [stores.foreign, stores.twin]
    const stranger = world.people.foreign.accountId
    const calm = await look.at(others)
    const quiet = await look.ofPerson(stranger)
    const successes = await askAll(asking, allowed, {
      lanes: operation.isWrite ? 1 : LANES,
      ...(expected.late && { prepare: (cell) => renew(world, cell, { expected, fresh }) }),
    })
    failures.push(
      ...successes.flatMap((asked) => judgeAnswer(world, asked)),
      ...differences(calm, await look.at(others)).map(
        (place) => `${operation.id}: done in one store, it changed ${place}`,
      ),
      ...differences(quiet, await look.ofPerson(stranger)).map(
        (place) => `${operation.id}: it changed ${place} of somebody else`,
      ),
      ...(await judgeAudit(world, successes, expected)),
      ...judgeHeld(successes, expected),
    )
    const { cells: more, failures: found } = await runLists(world, {
      operation,
      expected,
      asking,
      sides,
      callers: company.callers,
    })
    failures.push(...found)
    let sum = cells.length + more
    for (const one of expected.more ?? []) {
      const other = await runOperation(world, operation, { ...expected, ...one, more: [] }, { port, only: ['owner'] })
      failures.push(...other.failures)
      sum += other.cells
    }
    return { cells: sum, failures }
  } finally {
    asking.close()
    await company.leave()
  }
}

async function standing(world: World, expected: Expectation): Promise<Sides> {
  const side = async (whose: 'own' | 'foreign') => ({
    storeId: world.stores[whose],
    request: await expected.request({ ...world.scenes[whose], person: world.people[whose] }),
  })
  return { own: await side('own'), foreign: await side('foreign') }
}

/** Made before the twin follows. One for each who may, because what is done once may be done. */
async function freshRequests(world: World, operation: Operation, expected: Expectation): Promise<Request[]> {
  if (!operation.isWrite || !operation.names.includes('storeId') || expected.late) return []
  const many = Array.isArray(expected.may) ? expected.may.length : 0
  const setting = { ...world.scenes.own, person: world.people.own }
  return Promise.all(Array.from({ length: many }, async () => expected.request(setting)))
}

async function renew(
  world: World,
  cell: Cell,
  { expected, fresh }: { expected: Expectation; fresh: Request[] },
): Promise<void> {
  if (cell.place.whose !== 'own') return
  const { person = world.people.own } = cell.caller
  const ofPeople = !cell.operation.names.includes('storeId')
  const marker = ofPeople ? 'person' : world.scenes.own.marker
  const next =
    ofPeople || expected.late
      ? await expected.request({ ...world.scenes.own, marker, person })
      : (fresh.shift() ?? cell.request)
  cell.request = { ...next, params: { ...cell.request.params, ...next.params } }
}

function judgeHeld(successes: Asked[], { holds = '' }: Expectation): string[] {
  return successes
    .filter(({ caller, answer }) => caller.name === 'stranger' && !answer.text.includes(holds))
    .map(({ operation, answer }) => `${operation.id} × stranger: the answer does not hold ${holds}: ${answer.text}`)
}

/** Where it makes no difference who asks, and where asking takes its time, some ask for all. */
function calling({ may, slow }: Expectation, callers: Caller[], only: readonly CallerName[]): Caller[] {
  if (only.length > 0) return callers.filter(({ name }) => only.includes(name))
  return may === 'everybody' || slow ? callers.filter(({ name }) => SOME.includes(name)) : callers
}

const SOME: readonly CallerName[] = ['owner', 'page of another site', 'operator', 'token', 'ended session', 'nobody']

let count = 0

function cellsOf(operation: Operation, expected: Expectation, sides: Sides, callers: Caller[]): Cell[] {
  const names = operation.names.filter((name) => !expected.free?.includes(name))
  const places = placesOf(names, Object.keys(expected.named ?? {}), sides.own.request)
  return callers.flatMap((caller) => {
    // What is foreign and what is nobody's is asked for under one id, so that the answers can be the same.
    const ids = new Map<string, string>()
    return places.flatMap((place) => {
      const status = expectStatus(operation, expected, caller, place)
      if (status === undefined) return []
      const id = ids.get(place.what) ?? `walls-${process.pid}-${++count}`
      ids.set(place.what, id)
      return [{ operation, caller, place, expected: status, id, ...requestAt(sides, place) }]
    })
  })
}
