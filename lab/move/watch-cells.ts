import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import type { RunningCell } from './start-cells.ts'

const INTERVAL_MS = 20

/** A cell serves the store if it has it, and no move says otherwise. */
const STATEMENT = `
  select exists (select from stores) and not exists (select from store_moves where state <> 'copying') as serves`

/** Asks both databases all the time, and counts the moments at which both serve the store. */
export async function watchCells(defer: Defer, cells: RunningCell[]) {
  const clients = await Promise.all(
    cells.map(async ({ databaseUrl }) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      return client
    }),
  )
  const state = { serving: [] as string[], both: 0, stopping: false }
  /** One cell after the other. A move needs far longer from the stop of one to the opening of the other than this. */
  async function read(): Promise<void> {
    const answers: boolean[] = []
    for (const client of clients)
      answers.push((await client.query<{ serves: boolean }>(STATEMENT)).rows[0]?.serves === true)
    state.serving = cells.filter((_, i) => answers[i]).map(({ name }) => name)
    if (state.serving.length > 1) state.both++
  }
  const watching = (async () => {
    while (!state.stopping) {
      await read()
      await sleep(INTERVAL_MS)
    }
  })()
  defer(async () => {
    state.stopping = true
    await watching.catch(() => undefined)
    await Promise.all(clients.map((client) => client.end()))
  })
  return {
    both: () => state.both,
    /** The one cell that serves the store, after at most `ms`. Undefined if there is none, or more. */
    async findOne(ms: number): Promise<string | undefined> {
      for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(INTERVAL_MS)) {
        await read()
        if (state.serving.length === 1) return state.serving[0]
      }
      return undefined
    },
  }
}
