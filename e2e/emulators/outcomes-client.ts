import type { DeliveryCommand, Outcome, OutcomeResult } from '@quartermaster/sdk'
import { type ClientSettings, CrashError, createGameClient, type GameClient, type Script } from './game-client.ts'
import { connectToStore, jsonPost, type Operation } from './store-connection.ts'

/** Known mistakes of clients of 2.0, for the tests of the conformance kit. */
export type FlawV2 =
  | 'runs done commands again'
  | 'always reports attempt 1'
  | 'reports failures as done'
  | 'reports failures without done'
  | 'reports uncertain commands as done'
  | 'runs uncertain commands again'
  | 'reports repeatable commands as in_doubt'
  | 'reports refused ids as done'
  | 'sends one outcome per report'
  | 'does not send online players'
  | 'ignores delaySeconds'
  | 'reports until it gets processed'
  | 'runs again after a failed report'
  | 'loses its journal in a crash'

/** The journal entry of one attempt. Without an outcome, the attempt has started. */
type Entry = { done: number; outcome?: Outcome; isReported?: boolean }
type Ended = Omit<Outcome, 'id' | 'attempt'>

export type OutcomesSettings = ClientSettings & {
  /** By delivery id and attempt. Like a file: a second client with the same journal continues. */
  journal?: Map<string, Entry>
  /** A console that can refuse commands and disconnect. By default, the game runs the commands itself. */
  console?: { run: (line: string) => 'ok' | 'refuse' | 'disconnect'; acceptsId: (gameUserId: string) => boolean }
}

const MAX_BATCH_SIZE = 100

/** A client of 2.0: it sends online players and outcomes, and keeps a journal. It has at most one flaw. */
export function createOutcomesClient(settings: OutcomesSettings, flaw?: FlawV2): GameClient {
  const journal = settings.journal ?? new Map<string, Entry>()
  return createGameClient((fault) => createScript({ ...settings, journal }, (name) => name === flaw, fault))
}

function createScript(
  settings: OutcomesSettings & { journal: Map<string, Entry> },
  has: (flaw: FlawV2) => boolean,
  fault: (message: string) => void,
): Script {
  const { key, game, journal, console, serverPort = 25_565, crashAfterRun, ...connection } = settings
  const call = connectToStore({ ...connection, version: '2.0' })
  /** When a delivery with a delay is due, by its id. */
  const dueAt = new Map<string, number>()
  if (has('loses its journal in a crash')) journal.clear()

  async function pollOnce(): Promise<void> {
    await reportAll()
    const online = has('does not send online players') ? {} : { online: [...game.onlinePlayers()] }
    const holding = [...dueAt.keys()].filter(isDelayed)
    const response = await post<{ commands: DeliveryCommand[] }>('queue', { ...online, holding })
    for (const command of response?.commands ?? []) if (isDue(command)) deliver(command)
    await reportAll()
  }

  function isDelayed(id: string): boolean {
    return (dueAt.get(id) ?? 0) > Date.now()
  }

  function isDue({ id, conditions: { delaySeconds } }: DeliveryCommand): boolean {
    if (delaySeconds === 0 || has('ignores delaySeconds')) return true
    if (!dueAt.has(id)) dueAt.set(id, Date.now() + delaySeconds * 1_000)
    return !isDelayed(id)
  }

  function deliver(command: DeliveryCommand): void {
    const { id, attempt } = command
    const name = `${id} ${attempt}`
    const known = journal.get(name)
    if (known?.outcome) return void (known.isReported = false)
    const entry: Entry = known ?? { done: command.done }
    journal.set(name, entry)
    const reportedAttempt = has('always reports attempt 1') ? 1 : attempt
    entry.outcome = { id, attempt: reportedAttempt, ...(known ? inDoubt(entry) : run(command, entry)) }
    if (!known && crashAfterRun?.(id)) throw new CrashError(id)
  }

  function run(dispatched: DeliveryCommand, entry: Entry): Ended {
    const { id: deliveryId, gameUserId, deliveryType, products, repeatable } = dispatched
    if (console && !console.acceptsId(gameUserId)) {
      if (has('reports refused ids as done')) return { outcome: 'done' }
      return { outcome: 'failed', retry: false, reason: 'The player id cannot be put into a command' }
    }
    const send = (line: string) =>
      console?.run(line) ?? (game.run({ gameUserId, line, deliveryType, deliveryId }) ? 'ok' : 'refuse')
    const repeats =
      (repeatable && !has('reports repeatable commands as in_doubt')) || has('runs uncertain commands again')
    const commands = products.flatMap((product) => product.commands)
    for (const command of commands.slice(has('runs done commands again') ? 0 : entry.done)) {
      const line = command.replaceAll('{userId}', () => gameUserId)
      let response = send(line)
      if (response === 'disconnect' && repeats) response = send(line)
      if (response === 'disconnect' && !has('reports uncertain commands as done')) return inDoubt(entry)
      if (response === 'refuse' && !has('reports failures as done')) {
        const done = has('reports failures without done') ? 0 : entry.done
        return { outcome: 'failed', done, reason: `The game refused: ${line}` }
      }
      entry.done += 1
    }
    return { outcome: 'done', done: entry.done }
  }

  function inDoubt({ done }: Entry): Ended {
    return { outcome: 'in_doubt', done, reason: 'The console disconnected before it responded' }
  }

  async function reportAll(): Promise<void> {
    const unreported = [...journal].filter(([, { outcome, isReported }]) => outcome && !isReported)
    const batchSize = has('sends one outcome per report') ? 1 : MAX_BATCH_SIZE
    for (let from = 0; from < unreported.length; from += batchSize) {
      const batch = unreported.slice(from, from + batchSize)
      const outcomes = batch.map(([, { outcome }]) => outcome)
      const response = await post<{ results: OutcomeResult[] }>('report', { outcomes })
      batch.forEach(([name, entry], index) => {
        const status = response?.results[index]?.status
        entry.isReported = has('reports until it gets processed') ? status === 'processed' : status !== undefined
        if (!entry.isReported && has('runs again after a failed report')) journal.delete(name)
      })
    }
  }

  async function post<Body>(operation: Operation, body: object): Promise<Body | undefined> {
    const { status, text } = await call(operation, jsonPost(key, body))
    try {
      if (status === 200) return JSON.parse(text) as Body
    } catch {
      // Reported below.
    }
    fault(`${operation} returned ${status}`)
    return undefined
  }

  return { init: async () => (await post('init', { serverPort })) !== undefined, pollOnce }
}
