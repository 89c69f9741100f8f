import type { Database } from '../../server/src/db/database.ts'
import { startServer } from '../kit/start-server.ts'
import { openTrade } from '../restarts/trade.ts'
import type { LongQueue } from './slow-socket.ts'

/** An answer has at most 2 MiB; ten elements of this size are just below. */
const COMMANDS = Array.from({ length: 50 }, (_, i) => `give {userId} ${`crate-${i} `.repeat(99)}`.trim().slice(0, 990))
const UNITS = 4
const ELEMENTS = 10

/**
 * Game servers with as much waiting as fits into one answer. A server process of its own tells what the answers are, and
 * is gone before anybody looks at memory.
 */
export async function makeLongQueues(
  database: Database,
  { servers, databaseUrl, logFile }: { servers: number; databaseUrl: string; logFile: string },
): Promise<LongQueue[]> {
  const trade = await openTrade(database, { servers, commands: COMMANDS })
  for (let i = 0; i < ELEMENTS; i++) await trade.sellOne(UNITS)
  const server = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl } })
  try {
    const queues: LongQueue[] = []
    for (const key of trade.keys) {
      const url = `http://127.0.0.1:${server.port}/api/games/1.0/commands/pending-commands`
      const response = await fetch(url, { headers: { authorization: key } })
      if (!response.ok) throw new Error(`a poll was answered with ${response.status}`)
      queues.push({ key, answer: Buffer.from(await response.arrayBuffer()) })
    }
    return queues
  } finally {
    await server.stop()
  }
}
