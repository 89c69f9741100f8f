import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createDeliveryClient,
  type DeliveryCommand,
  fillCommand,
  type Outcome,
  UnsafeUserIdError,
} from '@quartermaster/sdk'
import { freeSlots, playersOnline, run } from './game.ts'
import { openJournal } from './journal.ts'

/**
 * A complete client of the games interface 2.0. Replace what is in game.ts; one client for each key and journal.
 *
 *     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... node client-2.0.ts
 */
const { QM_URL = '', QM_KEY = '', QM_PORT = '25565', QM_PAUSE = '2', QM_STATE = '.' } = process.env
const PAUSE_MS = Number(QM_PAUSE) * 1_000

/** `readyAt`: when the delay is over that began when everything else was met. */
type InHand = { command: DeliveryCommand; readyAt: number | undefined }

const client = createDeliveryClient({ url: QM_URL, key: QM_KEY })
const journal = openJournal(join(QM_STATE, 'quartermaster.journal'))
const inHand = new Map<string, InHand>()
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

let isWelcome = false
while (!ending.signal.aborted) {
  try {
    if (!isWelcome) console.log(`Connected to ${(await client.init({ serverPort: Number(QM_PORT) })).store.name}`)
    isWelcome = true
    await takeDeliveries()
    const outcomes = await deliverAll()
    // A report that fails is no loss: the same attempt comes again, and the journal knows how it ended.
    const settled = await client.report(outcomes)
    for (const { id, status } of settled) if (status !== 'processed') console.log(`${id} is ${status} in the store`)
  } catch (error) {
    if (!ending.signal.aborted) console.log(String(error))
    await pause(PAUSE_MS, undefined, { signal: ending.signal }).catch(() => undefined)
  }
}

/** Waits for something to do, at most until somebody joins: what waits for that player can be asked for then. */
async function takeDeliveries(): Promise<void> {
  const online = await sendablePlayers()
  const joined = new AbortController()
  const before = new Set(online)
  const look = async () => {
    const now = await sendablePlayers().catch(() => undefined)
    if (now?.some((player) => !before.has(player))) joined.abort()
  }
  const watch = setInterval(() => void look(), PAUSE_MS / 2)
  const holding = [...inHand.keys()].slice(0, 1_000)
  try {
    const { commands, hasWaited } = await client.poll(
      { ...(online && { online }), holding },
      { wait: inHand.size > 0 ? 1 : 25, signal: AbortSignal.any([joined.signal, ending.signal]) },
    )
    for (const command of commands) {
      if (!inHand.has(command.id)) inHand.set(command.id, { command, readyAt: undefined })
    }
    if (commands.length === 0 && !hasWaited) await pause(PAUSE_MS)
  } catch (error) {
    if (!joined.signal.aborted) throw error
  } finally {
    clearInterval(watch)
  }
}

/** What the interface takes. One odd name must not spoil the poll for all. */
async function sendablePlayers(): Promise<string[] | undefined> {
  return (await playersOnline())?.filter(({ length }) => length > 0 && length <= 255).slice(0, 2_000)
}

/** In queue order. A command that has to wait keeps back what stands behind it for the same player. */
async function deliverAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = new Set<string>()
  for (const [id, entry] of inHand) {
    const { gameUserId } = entry.command
    if (waiting.has(gameUserId) || !(await isReady(entry))) {
      waiting.add(gameUserId)
      continue
    }
    inHand.delete(id)
    outcomes.push(await deliver(entry.command))
  }
  return outcomes
}

async function isReady(entry: InHand): Promise<boolean> {
  const { conditions, gameUserId } = entry.command
  const isAbsent = conditions.online && (await playersOnline())?.includes(gameUserId) === false
  if (isAbsent || (await freeSlots(gameUserId)) < conditions.freeSlots) return false
  entry.readyAt ??= performance.now() + conditions.delaySeconds * 1_000
  return performance.now() >= entry.readyAt
}

async function deliver({ id, attempt, done, repeatable, gameUserId, products }: DeliveryCommand): Promise<Outcome> {
  // Each attempt is journaled by itself: a new one is an order to go on, the same one again only wants to hear.
  const key = `${id}/${attempt}`
  const steps = products.flatMap(({ commands }) => commands)
  let step = Math.max(done, journal.last('ended', key) + 1)
  const ends = (outcome: Outcome['outcome'], reason: string, more: Partial<Outcome> = {}): Outcome => {
    if (outcome !== 'done') console.log(`${id} for ${gameUserId} is ${outcome}: ${reason}`)
    return { id, attempt, outcome, done: step, ...(reason !== '' && { reason }), ...more }
  }
  if (journal.last('failed', key) >= step) return ends('failed', 'The game refused it')
  const isDoubtful = journal.last('begun', key) >= step
  if (isDoubtful && !repeatable) return ends('in_doubt', 'The client was stopped while it ran')

  const outputs: string[] = []
  for (; step < steps.length; step++) {
    try {
      const line = fillCommand(steps[step] ?? '', { userId: gameUserId }, 'plain')
      journal.write('begun', step, key)
      const { ok, output } = await run(line)
      journal.write(ok ? 'ended' : 'failed', step, key)
      if (!ok) return ends('failed', 'The game refused it', { output })
      outputs.push(output)
    } catch (error) {
      if (error instanceof UnsafeUserIdError) return ends('failed', error.reason, { retry: false })
      // A failure comes again after a while; what may be repeated needs nobody to look.
      return ends(repeatable ? 'failed' : 'in_doubt', String(error))
    }
  }
  return ends('done', '', { output: outputs.join('\n').slice(0, 2_000) })
}
