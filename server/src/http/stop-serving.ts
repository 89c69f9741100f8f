import type { Server } from 'node:http'
import { drain } from './drain.ts'
import type { GamesParts } from './games/open-games.ts'
import { REPORT_ROUTE as REPORT_ROUTE_1 } from './games-v1/routes.ts'
import { REPORT_ROUTE as REPORT_ROUTE_2 } from './games-v2/routes.ts'
import { waitForLastReports } from './last-reports.ts'

/** How long a stopping process waits for idle connections. A process that is being replaced can wait longer. */
const STOP_TIMEOUT_MS = 2_000
const REPLACE_TIMEOUT_MS = 15_000

/**
 * Stops listening and ends all connections. If nothing else serves, clients first report what they have. A process that
 * is being replaced stops listening at once, because other processes accept the reports. It goes on dispatching: a client
 * that polls once a minute would get its deliveries a minute later.
 */
export async function stopServing(
  server: Server,
  games: Pick<GamesParts, 'stopDispatching' | 'waitingPolls'>,
  how: 'stop' | 'replace',
): Promise<void> {
  if (how === 'stop') {
    games.stopDispatching()
    await waitForLastReports(server, [REPORT_ROUTE_1, REPORT_ROUTE_2])
  }
  games.waitingPolls.stop()
  await drain(server, how === 'stop' ? STOP_TIMEOUT_MS : REPLACE_TIMEOUT_MS)
}
