import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Place } from '../../conformance/src/clients/client.ts'
import type { Outcome } from '../../conformance/src/mock-store/queue-v2.ts'
import { isName } from './run-client.ts'

export type DeliveryFlaw =
  | 'begins at the first command'
  | 'reports every attempt as the first'
  | 'calls a failure done'
  | 'forgets how much had run'
  | 'calls a doubt done'
  | 'runs a doubt again'
  | 'asks its owner about repeatable commands'
  | 'refuses names without a word'
  | 'reports one by one'
  | 'names nobody as online'
  | 'does not wait for a delay'
  | 'reports until it hears processed'
  | 'runs again what it could not report'
  | 'forgets at a crash'

type Command = {
  id: string
  attempt: number
  done: number
  gameUserId: string
  repeatable: boolean
  conditions: { delaySeconds: number }
  products: { commands: string[] }[]
}
/** What stands on disk of one attempt. */
type Entry = { done: number; outcome?: Outcome; isSettled?: boolean }
type Has = (flaw: DeliveryFlaw) => boolean

const BATCH_MOST = 100

/** A client of 2.0 inside this process, with a journal and with at most one flaw. */
export function deliveryClient(flaw?: DeliveryFlaw) {
  return (intervalMs: number) =>
    (place: Place): Client => {
      const journal = new Map<string, Entry>()
      let life = new AbortController()
      let end: string | undefined

      return {
        isByHand: false,
        async start() {
          life = new AbortController()
          const { signal } = life
          if (flaw === 'forgets at a crash') journal.clear()
          live(place, { journal, intervalMs, signal, has: (named) => named === flaw }).catch((error: unknown) => {
            if (!signal.aborted) end = String(error)
          })
        },
        kill: async () => life.abort(),
        stop: async () => life.abort(),
        ended: () => end,
        output: () => undefined,
      }
    }
}

type Life = { journal: Map<string, Entry>; intervalMs: number; signal: AbortSignal; has: Has }

async function live(place: Place, { journal, intervalMs, signal, has }: Life): Promise<void> {
  const delayed = new Map<string, number>()
  while (!signal.aborted && !(await call('init', {}))) await pause(intervalMs)
  while (!signal.aborted) {
    await reportAll()
    const online = has('names nobody as online') ? {} : { online: place.game.online() }
    const answer = await call<{ commands: Command[] }>('poll', {
      ...online,
      holding: [...delayed.keys()].filter(isYoung),
    })
    for (const command of answer?.commands ?? []) {
      if (isDue(command)) deliver(command)
      signal.throwIfAborted()
    }
    await reportAll()
    await pause(intervalMs)
  }

  function isYoung(id: string): boolean {
    return (delayed.get(id) ?? 0) > Date.now()
  }

  function isDue({ id, conditions: { delaySeconds } }: Command): boolean {
    if (delaySeconds === 0 || has('does not wait for a delay')) return true
    if (!delayed.has(id)) delayed.set(id, Date.now() + delaySeconds * 1_000)
    return !isYoung(id)
  }

  function deliver(command: Command): void {
    const { id, attempt } = command
    const key = `${id}/${attempt}`
    const known = journal.get(key)
    if (known?.outcome) return void (known.isSettled = false)
    const entry: Entry = known ?? { done: command.done }
    journal.set(key, entry)
    const named = has('reports every attempt as the first') ? 1 : attempt
    entry.outcome = { id, attempt: named, ...(known ? doubt(entry) : runSteps(command, entry)) }
  }

  function runSteps({ gameUserId, products, repeatable }: Command, entry: Entry): Omit<Outcome, 'id' | 'attempt'> {
    if (!isName(gameUserId)) {
      if (has('refuses names without a word')) return { outcome: 'done' }
      return { outcome: 'failed', retry: false, reason: 'The player id cannot be put into a command' }
    }
    const steps = products.flatMap(({ commands }) => commands)
    const first = has('begins at the first command') ? 0 : entry.done
    for (const step of steps.slice(first)) {
      const line = step.replaceAll('{userId}', () => gameUserId)
      const mayRepeat = has('runs a doubt again') || (repeatable && !has('asks its owner about repeatable commands'))
      let answer = place.game.run(line)
      if (answer === 'cut' && mayRepeat) answer = place.game.run(line)
      if (answer === 'die') throw new Error('died while a command ran')
      if (answer === 'cut' && !has('calls a doubt done')) return doubt(entry)
      if (answer === 'unknown' && !has('calls a failure done')) {
        return {
          outcome: 'failed',
          done: has('forgets how much had run') ? 0 : entry.done,
          reason: `The game refused: ${line}`,
        }
      }
      entry.done += 1
    }
    return { outcome: 'done', done: entry.done }
  }

  function doubt({ done }: Entry): Omit<Outcome, 'id' | 'attempt'> {
    return { outcome: 'in_doubt', done, reason: 'The console went away before it answered' }
  }

  async function reportAll(): Promise<void> {
    const open = [...journal.values()].filter(({ outcome, isSettled }) => outcome && !isSettled)
    const size = has('reports one by one') ? 1 : BATCH_MOST
    for (let at = 0; at < open.length; at += size) {
      const batch = open.slice(at, at + size)
      const answer = await call<{ results: { status: string }[] }>('report', {
        outcomes: batch.map(({ outcome }) => outcome),
      })
      batch.forEach((entry, index) => {
        const status = answer?.results[index]?.status
        const isHeard = has('reports until it hears processed') ? status === 'processed' : status !== undefined
        if (isHeard) entry.isSettled = true
        else if (has('runs again what it could not report')) forget(entry)
      })
    }
  }

  function forget(entry: Entry): void {
    for (const [key, known] of journal) if (known === entry) journal.delete(key)
  }

  async function call<Answer>(operation: string, body: object): Promise<Answer | undefined> {
    try {
      const response = await fetch(`${place.url}/api/games/2.0/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${place.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      })
      return response.ok ? ((await response.json()) as Answer) : undefined
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
}
