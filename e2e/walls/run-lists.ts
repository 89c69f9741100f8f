import { formatId } from '../../server/src/ids.ts'
import type { Asking } from './ask.ts'
import type { Caller } from './callers.ts'
import type { Expectation } from './expected/expectation.ts'
import { judgeAnswer } from './judge-answers.ts'
import type { Operation } from './operations.ts'
import type { Sides } from './places.ts'
import { type Asked, askAll, type Cell, type Outcome } from './ask-cells.ts'
import type { World } from './world.ts'

type Lists = { operation: Operation; expected: Expectation; asking: Asking; sides: Sides; callers: Caller[] }

/** A list with each of its filters, in the own store and in one that has nothing: there it is empty, and all figures are nothing. */
export async function runLists(world: World, { operation, expected, asking, sides, callers }: Lists): Promise<Outcome> {
  const owner = callers.find(({ name }) => name === 'owner')
  if (!owner || operation.isWrite || operation.names.join() !== 'storeId' || operation.id === 'getStore')
    return { cells: 0, failures: [] }
  const setting = { ...world.scenes.own, person: world.people.own }
  const usual = sides.own.request.query ?? {}
  const queries = [...((await expected.also?.(setting)) ?? [])]
  await world.twin.follow()
  const cell = (caller: Caller, storeId: Parameters<typeof formatId>[1], query: Record<string, string>): Cell => ({
    operation,
    caller,
    place: { whose: 'own', what: '' },
    expected: expected.status,
    request: { params: { storeId: formatId('sto', storeId) }, query: { ...usual, ...query } },
    sent: '',
    id: `walls-lists-${process.pid}`,
  })
  const empty: Caller = {
    name: 'owner',
    headers: { authorization: `Bearer ${world.empty.token}` },
    person: world.empty,
  }
  const full = await askAll(
    asking,
    queries.map((query) => cell(owner, world.stores.own, query)),
    { lanes: 4 },
  )
  const none = await askAll(
    asking,
    [{}, ...queries].map((query) => cell(empty, world.emptyStoreId, query)),
    { lanes: 4 },
  )
  return {
    cells: full.length + none.length,
    failures: [...full, ...none]
      .flatMap((asked) => judgeAnswer(world, asked))
      .concat(none.flatMap((asked) => judgeEmpty(asked, expected))),
  }
}

function judgeEmpty({ operation, request, answer }: Asked, { inEmpty = 0 }: Expectation): string[] {
  if (answer.status !== 200) return []
  const value = JSON.parse(answer.text) as { items?: unknown[] }
  const where = `${operation.id} × owner × empty store ${JSON.stringify(request.query)}`
  if (value.items && value.items.length !== inEmpty) return [`${where}: ${value.items.length} things, not ${inEmpty}`]
  if (inEmpty > 0) return []
  return numbersIn(value).some((number) => number !== 0) ? [`${where}: has figures: ${answer.text.slice(0, 300)}`] : []
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
