import { setTimeout as delay } from 'node:timers/promises'
import type { Client, ClientEnvironment } from '../../conformance/src/clients/client.ts'
import type { Outcome } from '../../conformance/src/mock-store/queue-v2.ts'
import { isValidName } from './run-client.ts'

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

type Command = {
  id: string
  attempt: number
  done: number
  gameUserId: string
  repeatable: boolean
  conditions: { delaySeconds: number }
  products: { commands: string[] }[]
}
/** The journal entry of one attempt. */
type Entry = { done: number; outcome?: Outcome; isConfirmed?: boolean }

const MAX_BATCH_SIZE = 100

/** A client of 2.0 inside this process, with a journal and at most one flaw. */
export function createFlawedClientV2(flaw?: FlawV2) {
  return (intervalMs: number) =>
    (environment: ClientEnvironment): Client => {
      const journal = new Map<string, Entry>()
      let controller = new AbortController()
      let exitReason: string | undefined

      return {
        isManual: false,
        async start() {
          controller = new AbortController()
          const { signal } = controller
          if (flaw === 'loses its journal in a crash') journal.clear()
          const has = (name: FlawV2) => name === flaw
          run(environment, { journal, intervalMs, signal, has }).catch((error: unknown) => {
            if (!signal.aborted) exitReason = String(error)
          })
        },
        kill: async () => controller.abort(),
        stop: async () => controller.abort(),
        exitReason: () => exitReason,
        output: () => undefined,
      }
    }
}

type RunOptions = {
  journal: Map<string, Entry>
  intervalMs: number
  signal: AbortSignal
  has: (flaw: FlawV2) => boolean
}

async function run(environment: ClientEnvironment, { journal, intervalMs, signal, has }: RunOptions): Promise<void> {
  const readyAt = new Map<string, number>()
  while (!signal.aborted && !(await call('init', {}))) await delay(intervalMs)
  while (!signal.aborted) {
    await reportAll()
    const online = has('does not send online players') ? {} : { online: environment.game.online() }
    const holding = [...readyAt.keys()].filter(isDelayed)
    const response = await call<{ commands: Command[] }>('poll', { ...online, holding })
    for (const command of response?.commands ?? []) {
      if (isDue(command)) deliver(command)
      signal.throwIfAborted()
    }
    await reportAll()
    await delay(intervalMs)
  }

  function isDelayed(id: string): boolean {
    return (readyAt.get(id) ?? 0) > Date.now()
  }

  function isDue({ id, conditions: { delaySeconds } }: Command): boolean {
    if (delaySeconds === 0 || has('ignores delaySeconds')) return true
    if (!readyAt.has(id)) readyAt.set(id, Date.now() + delaySeconds * 1_000)
    return !isDelayed(id)
  }

  function deliver(command: Command): void {
    const { id, attempt } = command
    const key = `${id}/${attempt}`
    const known = journal.get(key)
    if (known?.outcome) return void (known.isConfirmed = false)
    const entry: Entry = known ?? { done: command.done }
    journal.set(key, entry)
    const reportedAttempt = has('always reports attempt 1') ? 1 : attempt
    entry.outcome = { id, attempt: reportedAttempt, ...(known ? inDoubt(entry) : runSteps(command, entry)) }
  }

  function runSteps({ gameUserId, products, repeatable }: Command, entry: Entry): Omit<Outcome, 'id' | 'attempt'> {
    if (!isValidName(gameUserId)) {
      if (has('reports refused ids as done')) return { outcome: 'done' }
      return { outcome: 'failed', retry: false, reason: 'The player id cannot be put into a command' }
    }
    const steps = products.flatMap(({ commands }) => commands)
    const first = has('runs done commands again') ? 0 : entry.done
    for (const step of steps.slice(first)) {
      const line = step.replaceAll('{userId}', () => gameUserId)
      const isRepeatable = repeatable && !has('reports repeatable commands as in_doubt')
      let response = environment.game.run(line)
      if (response === 'disconnect' && (isRepeatable || has('runs uncertain commands again'))) {
        response = environment.game.run(line)
      }
      if (response === 'kill') throw new Error('killed while a command ran')
      if (response === 'disconnect' && !has('reports uncertain commands as done')) return inDoubt(entry)
      if (response === 'refuse' && !has('reports failures as done')) {
        const done = has('reports failures without done') ? 0 : entry.done
        return { outcome: 'failed', done, reason: `The game refused: ${line}` }
      }
      entry.done += 1
    }
    return { outcome: 'done', done: entry.done }
  }

  function inDoubt({ done }: Entry): Omit<Outcome, 'id' | 'attempt'> {
    return { outcome: 'in_doubt', done, reason: 'The console disconnected before it responded' }
  }

  async function reportAll(): Promise<void> {
    const unconfirmed = [...journal.values()].filter(({ outcome, isConfirmed }) => outcome && !isConfirmed)
    const batchSize = has('sends one outcome per report') ? 1 : MAX_BATCH_SIZE
    for (let from = 0; from < unconfirmed.length; from += batchSize) {
      const batch = unconfirmed.slice(from, from + batchSize)
      const response = await call<{ results: { status: string }[] }>('report', {
        outcomes: batch.map(({ outcome }) => outcome),
      })
      batch.forEach((entry, index) => {
        const status = response?.results[index]?.status
        const isConfirmed = has('reports until it gets processed') ? status === 'processed' : status !== undefined
        if (isConfirmed) entry.isConfirmed = true
        else if (has('runs again after a failed report')) forget(entry)
      })
    }
  }

  function forget(entry: Entry): void {
    for (const [key, known] of journal) if (known === entry) journal.delete(key)
  }

  async function call<Body>(operation: string, body: object): Promise<Body | undefined> {
    try {
      const response = await fetch(`${environment.url}/api/games/2.0/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${environment.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      })
      return response.ok ? ((await response.json()) as Body) : undefined
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
}
