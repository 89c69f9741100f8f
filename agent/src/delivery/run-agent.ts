import type { DeliveryClient, Game } from '@quartermaster/sdk'
import type { GameConsole } from '../dialects/dialect.ts'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log.ts'
import { announceServer } from './announce-server.ts'
import type { BackoffSettings } from './backoff.ts'
import { createConditionCheck } from './check-conditions.ts'
import { keepConsoleConnected } from './console-connection.ts'
import { deliver } from './deliver.ts'
import { createPlayerQueues } from './player-queues.ts'
import { pollStore } from './poll-store.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { startReporter } from './reporter.ts'
import { createStateChanges } from './state-changes.ts'
import { watchOnlinePlayers } from './watch-online-players.ts'

export type Agent = {
  client: DeliveryClient
  openConsole: (signal: AbortSignal) => Promise<GameConsole>
  journal: Journal
  game: Game
  failures: RegExp[]
  serverPort: number | undefined
  onlineIntervalMs: number
  log: Log
  /** Stops the agent. It waits for the current console command and starts nothing new. */
  signal: AbortSignal
  backoffSettings?: BackoffSettings
}

const BACKOFF: BackoffSettings = { initialMs: 250, maxMs: 15_000 }

/** Delivers until it is stopped. Rejects if it cannot continue, which means that the journal cannot be written. */
export async function runAgent(agent: Agent): Promise<void> {
  const { client, log, backoffSettings = BACKOFF } = agent
  const failure = new AbortController()
  const signal = AbortSignal.any([agent.signal, failure.signal])
  const fail = (error: unknown) => failure.abort(error)
  const journal = stopOnWriteError(agent.journal, fail)

  await recoverDeliveries(journal, log)
  const changes = createStateChanges(signal)
  const connection = keepConsoleConnected({ open: agent.openConsole, changes, log, signal, backoffSettings })
  const onlinePlayers = watchOnlinePlayers({ connection, intervalMs: agent.onlineIntervalMs, changes, log })
  // Not awaited: a busy store may dispatch deliveries before it responds to the announcement.
  const announced = announceServer({ client, serverPort: agent.serverPort, log, signal, backoffSettings })

  const reporter = startReporter({ client, journal, changes, log, signal, backoffSettings })
  for (const { id, attempt, outcome } of journal.unconfirmed()) {
    if (outcome) reporter.add({ id, attempt, ...outcome })
  }
  const mayRun = createConditionCheck({ onlinePlayers, log, signal })
  const deliverParts = {
    journal,
    connection,
    game: agent.game,
    failures: agent.failures,
    uncertainAttempts: new Map<string, number>(),
    log,
  }
  const queues = createPlayerQueues({
    deliver: async (delivery) => ((await mayRun(delivery)) ? deliver(delivery, deliverParts) : 'released'),
    reporter,
    storeStatusOf: (id) => journal.entry(id)?.storeStatus,
    changes,
    fail,
  })
  await pollStore({ client, journal, queues, reporter, onlinePlayers, changes, log, signal, backoffSettings })
  await Promise.all([announced, connection.stopped, onlinePlayers.stopped, queues.drained()])
  await reporter.close()
  if (failure.signal.aborted) throw failure.signal.reason
}

/** Stops the agent if the journal cannot be written, because it would no longer know which commands ran. */
function stopOnWriteError(journal: Journal, fail: (error: unknown) => void): Journal {
  return {
    ...journal,
    async write(...facts) {
      try {
        await journal.write(...facts)
      } catch (error) {
        fail(error)
        throw error
      }
    },
  }
}
