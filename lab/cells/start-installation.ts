import { join } from 'node:path'
import { startProcess } from '../../e2e/kit/game/child-process.ts'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { PROJECT_ROOT, serverProgram } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import type { Target } from './cell-traffic.ts'
import { servesHost } from './check-cells.ts'
import { type Cell, openCells, openStore, type SellingCell } from './start-cells.ts'
import { startHaproxy, writeCellsFile, writeFrontDoor } from './start-front-door.ts'

const LEARN_TIMEOUT_MS = 60_000

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/** Two cells with a store each, HAProxy, and the process that follows the domains. */
export async function startInstallation(defer: Defer, { servers }: { servers: number }) {
  const environment = await openCells(defer)
  const { folder } = environment
  const port = await freePort()
  const door = {
    listen: ['127.0.0.1', '127.0.1.1', '127.0.2.1', '127.0.3.1'].map((address) => `${address}:${port}`),
    sharedHosts: ['api.example'],
  }
  const started = [await environment.startCell('c1', port), await environment.startCell('c10', port)]
  const write = async (all: Cell[]) =>
    writeFrontDoor(
      folder,
      await writeCellsFile(
        folder,
        door,
        all.map(({ entry }) => entry),
      ),
    )
  const files = await write(started)
  const haproxy = await startHaproxy(defer, files)
  const follower = await startProcess({
    name: 'front-door',
    command: process.execPath,
    args: [serverProgram(PROJECT_ROOT), 'front-door', '--cells', join(folder, 'cells.toml'), '--to', files, '--follow'],
    folder,
    ready: /HAProxy knows/,
  })
  defer(follower.stop)
  const [first, second] = await Promise.all(started.map((cell) => openStore(cell, { port, servers })))
  if (!first || !second) throw new Error('a cell is missing')
  const cells: [SellingCell, SellingCell] = [first, second]
  await waitForDomains(cells, port)
  return {
    port,
    cells,
    reload: haproxy.reload,
    doorMiB: haproxy.memoryMiB,
    /** A cell that runs, and is in the files of HAProxy when this returns. Its clients reach it after a reload. */
    addCell: async (): Promise<Cell> => {
      const cell = await environment.startCell('c2', port)
      await write([...started, cell])
      return cell
    },
  }
}

/** The domains of stores must be served without a reload. */
async function waitForDomains(cells: SellingCell[], port: number): Promise<void> {
  for (const cell of cells) {
    const isServed = () => servesHost(cell, { port, host: cell.domain })
    if (!(await waitUntil(isServed, { timeoutMs: LEARN_TIMEOUT_MS }))) throw new Error(`${cell.domain} is not served`)
  }
}

export function targetOf({ name, keys, store, secret, label, domain, entry }: SellingCell): Target {
  const pages = [label, domain, domain.toUpperCase(), `${label}:8080`]
  // The last key is for the longest poll.
  return {
    cell: name,
    keys: keys.slice(0, -1),
    storeName: `Store of ${name}`,
    storeId: store.storeId,
    secret,
    pages,
    api: entry.api,
  }
}
