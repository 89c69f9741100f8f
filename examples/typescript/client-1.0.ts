import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CheckoutCommand,
  createGamesClient,
  fillCommand,
  followQueue,
  StoreError,
  UnsafeUserIdError,
} from '@quartermaster/sdk'
import { listOnlinePlayers, runCommand } from './game.ts'
import { openJournal } from './journal.ts'

/**
 * A complete client for the games 1.0 interface. Replace the functions in game.ts. Run one client per key and journal.
 *
 *     QM_URL=http://127.0.0.1:8080 QM_KEY=qm_c1_... node client-1.0.ts
 */
const { QM_URL = '', QM_KEY = '', QM_PORT = '25565', QM_PAUSE = '2', QM_STATE = '.' } = process.env

const client = createGamesClient({ url: QM_URL, key: QM_KEY })
const journal = openJournal(join(QM_STATE, 'quartermaster.journal'))
const loggedMessages = new Set<string>()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

while (!stopping.signal.aborted) {
  try {
    await followStore()
  } catch (error) {
    // The SDK retries timeouts, 429 and 503. Other errors, for example a wrong key, need a person.
    console.log(String(error))
    await sleep(30_000, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
}

async function followStore(): Promise<void> {
  const { signal } = stopping
  const store = await client.init({ serverPort: Number(QM_PORT) }, { signal })
  console.log(`Connected to ${store.name}`)
  const queue = followQueue(client, { signal, wait: 25, intervalMs: Number(QM_PAUSE) * 1_000, onRetry: console.log })
  for await (const deliveries of queue) await deliverAll(deliveries)
}

/** In queue order. While a delivery waits, later deliveries of the same player wait too. */
async function deliverAll(deliveries: CheckoutCommand[]): Promise<void> {
  const waitingPlayers = new Set<string>()
  for (const delivery of deliveries) {
    if (waitingPlayers.has(delivery.gameUserId)) continue
    if ((await deliver(delivery)) === 'waiting') waitingPlayers.add(delivery.gameUserId)
  }
}

async function deliver({ id, gameUserId, products }: CheckoutCommand): Promise<'waiting' | 'held' | 'reported'> {
  const templates = products.flatMap(({ commands }) => commands)
  const firstStep = journal.lastStep('ended', id) + 1
  if (journal.lastStep('begun', id) >= firstStep) {
    return hold(
      `Uncertain: "${templates[firstStep]}" for ${gameUserId}. If it ran, add "ended ${firstStep} ${id}" to the ` +
        `journal. If not, remove "begun ${firstStep} ${id}". Then restart this client`,
    )
  }
  for (const [step, template] of templates.entries()) {
    if (step < firstStep) continue
    const command = fillTemplate(template, gameUserId)
    if (command === undefined) return hold(`Refused ${id}: the player id ${JSON.stringify(gameUserId)} is not safe`)
    if (!(await isOnline(gameUserId))) return 'waiting'
    journal.write('begun', step, id)
    const { ok, output } = await runCommand(command).catch((error: unknown) => ({ ok: false, output: String(error) }))
    if (!ok) return hold(`Uncertain: "${command}" for ${gameUserId}. The game responded: ${output}`)
    journal.write('ended', step, id)
  }
  await report(id)
  return 'reported'
}

/** If the report fails, the store dispatches the delivery again, and the journal shows that it ran. */
async function report(id: string): Promise<void> {
  await client.markAsProcessed(id).catch((error: unknown) => {
    if (!(error instanceof StoreError && error.status === 404)) throw error
  })
}

function fillTemplate(template: string, userId: string): string | undefined {
  try {
    return fillCommand(template, { userId }, 'plain')
  } catch (error) {
    if (error instanceof UnsafeUserIdError) return undefined
    throw error
  }
}

async function isOnline(player: string): Promise<boolean> {
  return (await listOnlinePlayers())?.includes(player) ?? true
}

function hold(message: string): 'held' {
  if (!loggedMessages.has(message)) console.log(message)
  loggedMessages.add(message)
  return 'held'
}
