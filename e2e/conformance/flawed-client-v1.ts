import { createGameClient, type GameClient, type Script } from '../emulators/game-client.ts'
import { connectToStore, type QueuedDelivery, type QueuedProduct } from '../emulators/store-connection.ts'
import type { EmulatedSettings } from './emulated-clients.ts'
import { isValidName } from './run-client.ts'

export type Flaw =
  | 'reads only products'
  | 'runs only the first command'
  | 'delivers only the first product'
  | 'merges equal entries'
  | 'reads ids as numbers'
  | 'handles only APPROVE'
  | 'processes the queue in reverse'
  | 'reports before it runs'
  | 'runs again after a lost report'
  | 'runs again after a rejected report'
  | 'runs again after a crash'
  | 'runs again what is dispatched again'
  | 'stops after 401'
  | 'stops after 429'
  | 'stops after 503'
  | 'stops after invalid JSON'
  | 'polls an empty queue without a pause'
  | 'polls without a pause while a delivery waits'
  | 'blocks the queue for an offline player'
  | 'inserts ids unchanged'
  | 'gives up after a failed init'
  | 'delivers one command per poll'

const POLLS_WITHOUT_PAUSE = 40

/** A client of 1.0 with a journal and at most one flaw. */
export function createFlawedClient(settings: EmulatedSettings, flaw?: Flaw): GameClient {
  return createGameClient(() => createScript(settings, (name) => name === flaw))
}

function createScript({ key, game, journal, ...connection }: EmulatedSettings, has: (flaw: Flaw) => boolean): Script {
  const call = connectToStore(connection)
  const post = (body: object) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    return { method: 'POST' as const, headers, body: JSON.stringify(body) }
  }
  let isStopped = false
  if (has('runs again after a crash')) journal.clear()

  async function init(): Promise<boolean> {
    if (isStopped) return false
    const { status } = await call('init', post({ serverPort: 25565 }))
    if (status !== 200 && has('gives up after a failed init')) isStopped = true
    return status === 200
  }

  async function pollOnce(): Promise<void> {
    for (let polls = 0; polls < POLLS_WITHOUT_PAUSE && !isStopped; polls++) {
      const commands = await readQueue()
      if (commands === undefined) return
      const delivered = await deliverAll(commands)
      const isEmpty = commands.length === 0 && has('polls an empty queue without a pause')
      const isWaiting = commands.length > delivered && has('polls without a pause while a delivery waits')
      if (!isEmpty && !isWaiting) return
    }
  }

  async function readQueue(): Promise<QueuedDelivery[] | undefined> {
    const { status, text } = await call('queue', { method: 'GET', headers: { authorization: key } })
    for (const error of [401, 429, 503] as const) if (status === error && has(`stops after ${error}`)) isStopped = true
    if (status !== 200) return undefined
    try {
      return (JSON.parse(text) as { checkouts: QueuedDelivery[] }).checkouts
    } catch {
      if (has('stops after invalid JSON')) isStopped = true
      return undefined
    }
  }

  async function deliverAll(commands: QueuedDelivery[]): Promise<number> {
    let delivered = 0
    for (const command of has('processes the queue in reverse') ? commands.toReversed() : commands) {
      if (!game.isOnline(command.gameUserId)) {
        if (has('blocks the queue for an offline player')) return delivered
        continue
      }
      if (has('handles only APPROVE') && command.deliveryType !== 'APPROVE') continue
      delivered += 1
      await deliver(command)
      if (has('delivers one command per poll')) return delivered
    }
    return delivered
  }

  async function deliver(command: QueuedDelivery): Promise<void> {
    const { id } = command
    const state = journal.get(id)
    if (state === 'started') return
    if (state === 'reported' && has('runs again what is dispatched again')) journal.delete(id)
    if (!journal.has(id) && has('reports before it runs')) await call('report', post({ commandQueueId: id }))
    if (!journal.has(id)) run(command)
    const { status } = await call('report', post({ commandQueueId: id }))
    if (status === 200) journal.set(id, 'reported')
    else if (has(status === 0 ? 'runs again after a lost report' : 'runs again after a rejected report'))
      journal.delete(id)
  }

  function run({ id, gameUserId, deliveryType, products, product }: QueuedDelivery): void {
    journal.set(id, 'started')
    const isIgnored = has('reads ids as numbers') && Number.isNaN(Number(gameUserId))
    const isSafe = (isValidName(gameUserId) && !isIgnored) || has('inserts ids unchanged')
    const lines = isSafe ? listLines(products ?? (product ? [product] : []), products === undefined) : []
    for (const template of lines) {
      const line = template.replaceAll('{userId}', () => gameUserId)
      game.run({ gameUserId: 'console', line, deliveryType, elementId: id })
    }
    journal.set(id, 'ran')
  }

  function listLines(products: QueuedProduct[], hasSingleProduct: boolean): string[] {
    if (hasSingleProduct && has('reads only products')) return []
    const isFirstOfItsKind = ({ commands }: QueuedProduct, index: number) =>
      products.findIndex((other) => String(other.commands) === String(commands)) === index
    const entries = has('merges equal entries') ? products.filter(isFirstOfItsKind) : products
    const delivered = has('delivers only the first product') ? entries.slice(0, 1) : entries
    return delivered.flatMap(({ commands = [] }) =>
      has('runs only the first command') ? commands.slice(0, 1) : commands,
    )
  }

  return { init, pollOnce }
}
