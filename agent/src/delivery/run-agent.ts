import type { DeliveryClient, Game } from '@quartermaster/sdk'
import type { GameConsole } from '../dialects/dialect.ts'
import type { Journal } from '../journal/journal.ts'
import type { Log } from '../log.ts'
import { createChanges } from './state-changes.ts'
import { keepConsole } from './console-connection.ts'
import { deliver } from './deliver.ts'
import { greetStore } from './announce-server.ts'
import { createHand } from './player-queues.ts'
import { createConditions } from './check-conditions.ts'
import { pollStore } from './poll-store.ts'
import { recover } from './recover-deliveries.ts'
import { startReporter } from './reporter.ts'
import { watchOnline } from './watch-online-players.ts'

export type Agent = {
  client: DeliveryClient
  openConsole: (signal: AbortSignal) => Promise<GameConsole>
  journal: Journal
  game: Game
  failures: RegExp[]
  serverPort: number | undefined
  onlineEveryMs: number
  log: Log
  /** Stops the agent: what was sent to the console is waited for, nothing new begins. */
  signal: AbortSignal
  pauses?: { firstMs: number; mostMs: number }
}

const PAUSES = { firstMs: 250, mostMs: 15_000 }

/** Delivers until it is stopped. Rejects when it cannot go on, which is when the disk refuses the journal. */
export async function runAgent(agent: Agent): Promise<void> {
  const { client, log, pauses = PAUSES } = agent
  const failed = new AbortController()
  const signal = AbortSignal.any([agent.signal, failed.signal])
  const fail = (error: unknown) => failed.abort(error)
  const journal = failingWith(agent.journal, fail)

  await recover(journal, log)
  const changes = createChanges(signal)
  const link = keepConsole({ open: agent.openConsole, changes, log, signal, pauses })
  const watch = watchOnline({ link, everyMs: agent.onlineEveryMs, changes, log })
  // Not waited for: a store that is too busy to be greeted may still hand out what was bought.
  const greeted = greetStore({ client, serverPort: agent.serverPort, log, signal, pauses })

  const reporter = startReporter({ client, journal, changes, log, signal, pauses })
  for (const { id, attempt, conclusion } of journal.unsettled()) {
    if (conclusion) reporter.add({ id, attempt, ...conclusion })
  }
  const mayRun = createConditions({ watch, log, signal })
  const parts = { journal, link, game: agent.game, failures: agent.failures, doubts: new Map<string, number>(), log }
  const hand = createHand({
    deliver: async (element) => ((await mayRun(element)) ? deliver(element, parts) : 'let_go'),
    reporter,
    settledAs: (id) => journal.entry(id)?.settled,
    changes,
    fail,
  })
  await pollStore({ client, journal, hand, reporter, watch, changes, log, signal, pauses })
  await Promise.all([greeted, link.kept, watch.ended, hand.rested()])
  await reporter.close()
  if (failed.signal.aborted) throw failed.signal.reason
}

/** A journal that cannot be written ends everything: to go on would be to forget. */
function failingWith(journal: Journal, fail: (error: unknown) => void): Journal {
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
