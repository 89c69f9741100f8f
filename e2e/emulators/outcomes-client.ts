import type { DeliveryType } from './emulated-game.ts'
import { type ClientSettings, CrashError, createGameClient, type GameClient, type Script } from './game-client.ts'
import { connectToStore } from './store-connection.ts'

type Outcome = { id: string; attempt: number; outcome: 'done' | 'failed' | 'in_doubt'; done: number; reason?: string }
/** By delivery id and attempt. Without `ended`, the attempt has started. */
type OutcomeJournal = Map<string, { ended?: Outcome; isReported: boolean }>

type Command = {
  id: string
  gameUserId: string
  deliveryType: DeliveryType
  products: { commands: string[] }[]
  attempt: number
  done: number
}

type OutcomesSettings = ClientSettings & {
  /** Like a file: a second client with the same journal continues. */
  journal?: OutcomeJournal
}

/** A client of 2.0: it sends online players and outcomes, and keeps a journal. */
export function createOutcomesClient({ journal = new Map(), ...settings }: OutcomesSettings): GameClient {
  return createGameClient((fault) => createScript(settings, journal, fault))
}

function createScript(
  { key, game, serverPort = 25_565, crashAfterRun, ...connection }: ClientSettings,
  journal: OutcomeJournal,
  fault: (message: string) => void,
): Script {
  const call = connectToStore({ ...connection, version: '2.0' })
  const post = (body: object) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    return { method: 'POST' as const, headers, body: JSON.stringify(body) }
  }

  async function pollOnce(): Promise<void> {
    await reportEnded()
    const { status, text } = await call('queue', post({ online: [...game.onlinePlayers()] }))
    if (status !== 200) return fault(`the queue returned ${status}`)
    for (const command of (JSON.parse(text) as { commands: Command[] }).commands) {
      const name = `${command.id} ${command.attempt}`
      const known = journal.get(name)
      if (known === undefined) run(name, command)
      else if (known.ended === undefined) {
        const { id, attempt, done } = command
        known.ended = { id, attempt, outcome: 'in_doubt', done, reason: 'the game server crashed' }
      } else known.isReported = false
    }
    await reportEnded()
  }

  function run(name: string, { id, gameUserId, deliveryType, products, attempt, done }: Command): void {
    const entry: { ended?: Outcome; isReported: boolean } = { isReported: false }
    journal.set(name, entry)
    const lines = products
      .flatMap(({ commands }) => commands)
      .map((line) => line.replaceAll('{userId}', () => gameUserId))
    const ran = lines.slice(done).findIndex((line) => !game.run({ gameUserId, line, deliveryType, elementId: id }))
    entry.ended =
      ran < 0
        ? { id, attempt, outcome: 'done', done: lines.length }
        : { id, attempt, outcome: 'failed', done: done + ran, reason: `unknown command: ${lines[done + ran]}` }
    if (crashAfterRun?.(id)) throw new CrashError(id)
  }

  async function reportEnded(): Promise<void> {
    const ended = [...journal.values()].filter(({ ended: outcome, isReported }) => outcome && !isReported)
    for (let i = 0; i < ended.length; i += 100) {
      const some = ended.slice(i, i + 100)
      const { status } = await call('report', post({ outcomes: some.map(({ ended: outcome }) => outcome) }))
      if (status !== 200) return fault(`a report of ${some.length} outcomes returned ${status}`)
      for (const entry of some) entry.isReported = true
    }
  }

  return {
    init: async () => (await call('init', post({ serverPort }))).status === 200,
    pollOnce,
  }
}
