import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import { GameConnection } from '../../e2e/kit/load/game-connection.ts'
import { readWaitingPolls } from '../../e2e/kit/start-server.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { roundTo } from './cell-traffic.ts'
import type { Installation } from './start-installation.ts'

const WAIT_SECONDS = 50
const TIMEOUT_MS = 40_000

/** The memory that HAProxy needs for a poll that waits, without TLS: a connection of the client and one to the node. */
export async function measureWaits({ port, cells, doorMiB }: Installation) {
  const before = await doorMiB()
  const keys = cells.flatMap((cell) => cell.keys)
  const connections = await Promise.all(keys.map(() => GameConnection.open(port, () => undefined)))
  const answers = connections.map((connection, i) => {
    const headers = { host: 'api.example', authorization: keys[i] ?? '', prefer: `wait=${WAIT_SECONDS}` }
    return connection.send({ method: 'GET', path: GAMES_PATHS.poll, headers }, 90_000).catch(() => undefined)
  })
  const isWaiting = async () => {
    const counts = await Promise.all(cells.map((cell) => readWaitingPolls(cell.server())))
    return counts.reduce((sum, count) => sum + count, 0) >= keys.length
  }
  const hasAll = await waitUntil(isWaiting, { timeoutMs: TIMEOUT_MS })
  const after = await doorMiB()
  for (const connection of connections) connection.abort()
  await Promise.all(answers)
  return {
    failures: hasAll ? [] : [`not all of ${keys.length} polls wait behind the front door`],
    figures: { doorWaits: keys.length, doorKiBPerWait: roundTo(((after - before) * 1_024) / keys.length) },
  }
}
