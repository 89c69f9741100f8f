import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDeliveryClient,
  type DeliveryCommand,
  fillCommand,
  type Outcome,
  UnsafeUserIdError,
} from '@quartermaster/sdk'
import { countFreeSlots, listOnlinePlayers, runCommand } from './game.ts'
import { openJournal } from './journal.ts'

/**
 * A complete client for the games 2.0 interface. Replace the functions in game.ts. Run one client per key and journal.
 *
 *     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... node client-2.0.ts
 */
const { QM_URL = '', QM_KEY = '', QM_PORT = '25565', QM_PAUSE = '2', QM_STATE = '.' } = process.env
const PAUSE_MS = Number(QM_PAUSE) * 1_000

/** `readyAt` is when the delay ends. The delay starts when all other conditions are met. */
type QueuedDelivery = { delivery: DeliveryCommand; readyAt: number | undefined }

const client = createDeliveryClient({ url: QM_URL, key: QM_KEY })
const journal = openJournal(join(QM_STATE, 'quartermaster.journal'))
const queue = new Map<string, QueuedDelivery>()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

let isConnected = false
while (!stopping.signal.aborted) {
  try {
    if (!isConnected) console.log(`Connected to ${(await client.init({ serverPort: Number(QM_PORT) })).store.name}`)
    isConnected = true
    await pollStore()
    const outcomes = await deliverAll()
    // If the report fails, the store dispatches the same attempt again, and the journal shows how it ended.
    const results = await client.report(outcomes)
    for (const { id, status } of results) if (status !== 'processed') console.log(`${id} is ${status} in the store`)
  } catch (error) {
    if (!stopping.signal.aborted) console.log(String(error))
    await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
}

/** Waits for deliveries. When a player joins, it returns, so that the next poll includes that player. */
async function pollStore(): Promise<void> {
  const online = await listValidPlayers()
  const playerJoined = new AbortController()
  const known = new Set(online)
  const checkForNewPlayers = async () => {
    const current = await listValidPlayers().catch(() => undefined)
    if (current?.some((player) => !known.has(player))) playerJoined.abort()
  }
  const timer = setInterval(() => void checkForNewPlayers(), PAUSE_MS / 2)
  const holding = [...queue.keys()].slice(0, 1_000)
  try {
    const { commands: deliveries, hasWaited } = await client.poll(
      { ...(online && { online }), holding },
      { wait: queue.size > 0 ? 1 : 25, signal: AbortSignal.any([playerJoined.signal, stopping.signal]) },
    )
    for (const delivery of deliveries) {
      if (!queue.has(delivery.id)) queue.set(delivery.id, { delivery, readyAt: undefined })
    }
    if (deliveries.length === 0 && !hasWaited) await sleep(PAUSE_MS)
  } catch (error) {
    if (!playerJoined.signal.aborted) throw error
  } finally {
    clearInterval(timer)
  }
}

/** The store rejects a poll with an invalid name, so one player could stop all deliveries. */
async function listValidPlayers(): Promise<string[] | undefined> {
  return (await listOnlinePlayers())?.filter(({ length }) => length > 0 && length <= 255).slice(0, 2_000)
}

/** In queue order. While a delivery waits, later deliveries of the same player wait too. */
async function deliverAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waitingPlayers = new Set<string>()
  for (const [id, queued] of queue) {
    const { gameUserId } = queued.delivery
    if (waitingPlayers.has(gameUserId) || !(await isReady(queued))) {
      waitingPlayers.add(gameUserId)
      continue
    }
    queue.delete(id)
    outcomes.push(await deliver(queued.delivery))
  }
  return outcomes
}

async function isReady(queued: QueuedDelivery): Promise<boolean> {
  const { conditions, gameUserId } = queued.delivery
  const isOffline = conditions.online && (await listOnlinePlayers())?.includes(gameUserId) === false
  if (isOffline || (await countFreeSlots(gameUserId)) < conditions.freeSlots) return false
  queued.readyAt ??= performance.now() + conditions.delaySeconds * 1_000
  return performance.now() >= queued.readyAt
}

async function deliver({ id, attempt, done, repeatable, gameUserId, products }: DeliveryCommand): Promise<Outcome> {
  // The journal records each attempt separately. A new attempt has to run; a repeated one is only reported again.
  const key = `${id}/${attempt}`
  const templates = products.flatMap(({ commands }) => commands)
  let step = Math.max(done, journal.lastStep('ended', key) + 1)
  const finish = (outcome: Outcome['outcome'], reason: string, fields: Partial<Outcome> = {}): Outcome => {
    if (outcome !== 'done') console.log(`${id} for ${gameUserId} is ${outcome}: ${reason}`)
    return { id, attempt, outcome, done: step, ...(reason !== '' && { reason }), ...fields }
  }
  if (journal.lastStep('failed', key) >= step) return finish('failed', 'The game refused the command')
  const isUncertain = journal.lastStep('begun', key) >= step
  if (isUncertain && !repeatable) return finish('in_doubt', 'The client stopped while the command ran')

  const outputs: string[] = []
  for (; step < templates.length; step++) {
    try {
      const command = fillCommand(templates[step] ?? '', { userId: gameUserId }, 'plain')
      journal.write('begun', step, key)
      const { ok, output } = await runCommand(command)
      journal.write(ok ? 'ended' : 'failed', step, key)
      if (!ok) return finish('failed', 'The game refused the command', { output })
      outputs.push(output)
    } catch (error) {
      if (error instanceof UnsafeUserIdError) return finish('failed', error.reason, { retry: false })
      // The store retries a failed delivery. A repeatable one can run again, so it needs no decision of the owner.
      return finish(repeatable ? 'failed' : 'in_doubt', String(error))
    }
  }
  return finish('done', '', { output: outputs.join('\n').slice(0, 2_000) })
}
