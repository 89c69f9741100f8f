import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../e2e/kit/random.ts'
import type { Environment } from '../../e2e/kit/start-environment.ts'
import { createOwner } from '../../e2e/kit/test-store.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { replaceProcesses } from '../restarts/replace-processes.ts'
import { followProcesses } from '../restarts/running-processes.ts'
import { type Cell, LATENCY_MS } from './cell.ts'

const OUTAGE_MS = 6_000
const FIRST_RUN_WITHIN_MS = 20_000

/** One at a time: migrations lock the roles, which all databases of a cluster share. */
let lastMigration: Promise<unknown> = Promise.resolve()

/** Starts the product with its own database, and with the ways to disturb it. A restart uses the same port. */
export async function startOn(environment: Environment, processes: number, random: Random) {
  const { cluster, createDatabase, startServer } = environment
  const created = lastMigration.then(() => createDatabase())
  lastMigration = created.catch(() => undefined)
  const databaseUrl = await created
  let server = await startServer(databaseUrl, { processes })
  const { url, port, logFile } = server
  const stall = async (ms: number) => {
    server.signal('SIGSTOP')
    await sleep(ms)
    server.signal('SIGCONT')
  }
  const stopDatabase = async () => {
    await cluster.kill()
    await sleep(OUTAGE_MS)
    await cluster.start()
  }
  const restart = async () => {
    const failure = await server.stop()
    if (failure !== undefined) throw new Error(failure)
    server = await startServer(databaseUrl, { settings: { PORT: String(port) } })
  }
  const reload = async () => {
    await replaceProcesses('all', { server, running: followProcesses(logFile), processes, random })
  }
  return { place: { url, owner: await createOwner({ url, databaseUrl }) }, stall, stopDatabase, restart, reload }
}

type Round = { sales: number; act: () => Promise<void>; random: Random }

/** Sells to players who are away. They join, and the disturbance comes while the clients work through their lists. */
export async function disturb(cells: Cell[], { sales, act, random }: Round): Promise<void> {
  const ran = cells.map(({ game }) => game.ledger.length)
  await Promise.all(cells.map(async (cell) => cell.game.join(...(await cell.sellToMany(sales)))))
  for (const cell of cells) cell.start()
  const haveBegun = () => cells.every(({ game }, index) => game.ledger.length > (ran[index] ?? 0))
  await waitUntil(haveBegun, { timeoutMs: FIRST_RUN_WITHIN_MS, intervalMs: 10 })
  await sleep(random.between(0, sales * LATENCY_MS))
  await act()
  await Promise.all(cells.map((cell) => cell.waitUntilServed()))
}
