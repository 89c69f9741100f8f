import { createGameClient, type GameClient, type Script } from '../emulators/game-client.ts'
import { connectToStore, type QueuedElement, type QueuedProduct } from '../emulators/store-connection.ts'
import type { EmulatedSettings } from './emulated-clients.ts'
import { isName } from './run-client.ts'

export type Flaw =
  | 'reads only products'
  | 'takes the first command only'
  | 'takes the first product only'
  | 'takes equal entries for one'
  | 'reads ids as numbers'
  | 'knows purchases only'
  | 'goes from the end to the top'
  | 'reports before it runs'
  | 'runs again after a cut report'
  | 'runs again after a refused report'
  | 'runs again after a crash'
  | 'runs again what is offered again'
  | 'stops at 401'
  | 'stops at 429'
  | 'stops at 503'
  | 'stops at broken JSON'
  | 'asks an empty queue on and on'
  | 'asks on and on while an element waits'
  | 'waits for an offline player'
  | 'pastes ids as they are'
  | 'takes a failed init for final'
  | 'serves one element a poll'

const HAMMERS = 40

/** A client with a journal that does everything right, except for the one thing it is asked to do wrong. */
export function createFlawedClient(settings: EmulatedSettings, flaw?: Flaw): GameClient {
  return createGameClient(() => createScript(settings, (named) => named === flaw))
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
    if (status !== 200 && has('takes a failed init for final')) isStopped = true
    return status === 200
  }

  async function pollOnce(): Promise<void> {
    for (let asked = 0; asked < HAMMERS && !isStopped; asked++) {
      const elements = await readQueue()
      if (elements === undefined) return
      const served = await serve(elements)
      const isEmpty = elements.length === 0 && has('asks an empty queue on and on')
      if (!isEmpty && !(elements.length > served && has('asks on and on while an element waits'))) return
    }
  }

  async function readQueue(): Promise<QueuedElement[] | undefined> {
    const { status, text } = await call('queue', { method: 'GET', headers: { authorization: key } })
    for (const refusal of [401, 429, 503] as const)
      if (status === refusal && has(`stops at ${refusal}`)) isStopped = true
    if (status !== 200) return undefined
    try {
      return (JSON.parse(text) as { checkouts: QueuedElement[] }).checkouts
    } catch {
      if (has('stops at broken JSON')) isStopped = true
      return undefined
    }
  }

  async function serve(elements: QueuedElement[]): Promise<number> {
    let served = 0
    for (const element of has('goes from the end to the top') ? elements.toReversed() : elements) {
      if (!game.isOnline(element.gameUserId)) {
        if (has('waits for an offline player')) return served
        continue
      }
      if (has('knows purchases only') && element.deliveryType !== 'APPROVE') continue
      served += 1
      await deliver(element)
      if (has('serves one element a poll')) return served
    }
    return served
  }

  async function deliver(element: QueuedElement): Promise<void> {
    const { id } = element
    const state = journal.get(id)
    if (state === 'started') return
    if (state === 'reported' && has('runs again what is offered again')) journal.delete(id)
    if (!journal.has(id) && has('reports before it runs')) await call('report', post({ commandQueueId: id }))
    if (!journal.has(id)) run(element)
    const { status } = await call('report', post({ commandQueueId: id }))
    if (status === 200) journal.set(id, 'reported')
    else if (has(status === 0 ? 'runs again after a cut report' : 'runs again after a refused report'))
      journal.delete(id)
  }

  function run({ id: elementId, gameUserId, deliveryType, products, product }: QueuedElement): void {
    journal.set(elementId, 'started')
    const isNobody = has('reads ids as numbers') && Number.isNaN(Number(gameUserId))
    const isSafe = (isName(gameUserId) && !isNobody) || has('pastes ids as they are')
    for (const command of isSafe ? commandsOf(products ?? (product ? [product] : []), products === undefined) : []) {
      const line = command.replaceAll('{userId}', () => gameUserId)
      game.run({ gameUserId: 'console', line, deliveryType, elementId })
    }
    journal.set(elementId, 'ran')
  }

  function commandsOf(products: QueuedProduct[], isSingle: boolean): string[] {
    if (isSingle && has('reads only products')) return []
    const units = has('takes equal entries for one')
      ? products.filter(
          (one, index) => products.findIndex(({ commands }) => String(commands) === String(one.commands)) === index,
        )
      : products
    const taken = has('takes the first product only') ? units.slice(0, 1) : units
    return taken.flatMap(({ commands = [] }) => (has('takes the first command only') ? commands.slice(0, 1) : commands))
  }

  return { init, pollOnce }
}
