import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CheckoutCommand,
  createGamesClient,
  fillCommand,
  followQueue,
  StoreError,
  UnsafeUserIdError,
} from '@quartermaster/sdk'
import { playersOnline, run } from './game.ts'
import { openJournal } from './journal.ts'

/**
 * A complete client of the games interface 1.0. Replace what is in game.ts; one client for each key and journal.
 *
 *     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... node client-1.0.ts
 */
const { QM_URL = '', QM_KEY = '', QM_PORT = '25565', QM_PAUSE = '2', QM_STATE = '.' } = process.env

const client = createGamesClient({ url: QM_URL, key: QM_KEY })
const journal = openJournal(join(QM_STATE, 'quartermaster.journal'))
const held = new Set<string>()
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

while (!ending.signal.aborted) {
  try {
    await followStore()
  } catch (error) {
    // Time-outs, 429 and 503 were waited out already. This is a wrong key, or worse: it needs a person.
    console.log(String(error))
    await pause(30_000, undefined, { signal: ending.signal }).catch(() => undefined)
  }
}

async function followStore(): Promise<void> {
  const { signal } = ending
  const store = await client.init({ serverPort: Number(QM_PORT) }, { signal })
  console.log(`Connected to ${store.name}`)
  const queue = followQueue(client, { signal, wait: 25, intervalMs: Number(QM_PAUSE) * 1_000, onRetry: console.log })
  for await (const commands of queue) await deliverAll(commands)
}

/** From top to bottom. An element that has to wait keeps back what stands behind it for the same player. */
async function deliverAll(commands: CheckoutCommand[]): Promise<void> {
  const waiting = new Set<string>()
  for (const command of commands) {
    if (waiting.has(command.gameUserId)) continue
    if ((await deliver(command)) === 'waits') waiting.add(command.gameUserId)
  }
}

async function deliver({ id, gameUserId, products }: CheckoutCommand): Promise<'waits' | 'held' | 'reported'> {
  const steps = products.flatMap(({ commands }) => commands)
  const from = journal.last('ended', id) + 1
  if (journal.last('begun', id) >= from) {
    return hold(
      `In doubt for ${gameUserId}: "${steps[from]}". If it ran, add "ended ${from} ${id}" to the journal. ` +
        `If not, remove "begun ${from} ${id}". Then start me again`,
    )
  }
  for (const [step, template] of steps.entries()) {
    if (step < from) continue
    const line = fill(template, gameUserId)
    if (line === undefined) return hold(`Refused ${id}: the player id ${JSON.stringify(gameUserId)} is not safe`)
    if (!(await isOnline(gameUserId))) return 'waits'
    journal.write('begun', step, id)
    const { ok, output } = await run(line).catch((error: unknown) => ({ ok: false, output: String(error) }))
    if (!ok) return hold(`In doubt for ${gameUserId}: "${line}" was answered with "${output}"`)
    journal.write('ended', step, id)
  }
  await report(id)
  return 'reported'
}

/** A report that fails is no loss: the element comes again, and the journal knows that it ran. */
async function report(id: string): Promise<void> {
  await client.markAsProcessed(id).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.status === 404)) throw error
  })
}

function fill(template: string, userId: string): string | undefined {
  try {
    return fillCommand(template, { userId }, 'plain')
  } catch (error) {
    if (error instanceof UnsafeUserIdError) return undefined
    throw error
  }
}

async function isOnline(player: string): Promise<boolean> {
  return (await playersOnline())?.includes(player) ?? true
}

function hold(text: string): 'held' {
  if (!held.has(text)) console.log(text)
  held.add(text)
  return 'held'
}
