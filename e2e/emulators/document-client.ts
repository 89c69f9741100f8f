import { type ClientSettings, CrashError, createGameClient, type GameClient, type Script } from './game-client.ts'
import { connectToStore, isSuccess, jsonPost, type QueuedDelivery, type QueuedProduct } from './store-connection.ts'

/** The state of each delivery, by its id. */
export type DeliveryJournal = Map<string, 'started' | 'ran' | 'reported'>

export type DocumentSettings = ClientSettings & {
  /** By default, they wait, as in every real game, although interface 1.0 does not mention online players. */
  servesOfflinePlayers?: boolean
  /** Like a file: a second client with the same journal continues. */
  journal?: DeliveryJournal
}

/** Known mistakes of clients of 1.0, for the tests of the conformance kit. */
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
  | 'runs again in overlapping polls'
  | 'takes a missing response as a success'
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

/** The deliveries that were reported again before this poll, and those that have run or started. */
type Known = { retried: Set<string>; hasStarted: (id: string) => boolean }

/**
 * Does what interface 1.0 describes and nothing more. A lost report is sent again and causes no second run, but a crash
 * between run and report does. It runs a delivery again that the store dispatches again after the report.
 */
export function createStrictClient(settings: DocumentSettings): GameClient {
  return createIdempotentClient(settings, ['runs again after a crash', 'runs again what is dispatched again'])
}

/** Keeps a journal across restarts, so that no delivery runs twice after lost reports and crashes. */
export function createIdempotentClient(settings: DocumentSettings, flaws: Flaw[] = []): GameClient {
  const journal: DeliveryJournal = settings.journal ?? new Map()
  const has = (flaw: Flaw) => flaws.includes(flaw)
  const pollsOnTimer = has('runs again in overlapping polls')
  return createGameClient((fault) => createScript({ ...settings, journal }, has, fault), { pollsOnTimer })
}

function createScript(
  settings: DocumentSettings & { journal: DeliveryJournal },
  has: (flaw: Flaw) => boolean,
  fault: (message: string) => void,
): Script {
  const { key, game, journal, serverPort = 25565, servesOfflinePlayers, crashAfterRun, ...connection } = settings
  const call = connectToStore(connection)
  let isStopped = false
  if (has('runs again after a crash')) journal.clear()

  async function init(): Promise<boolean> {
    if (isStopped) return false
    const { status } = await call('init', jsonPost(key, { serverPort }))
    isStopped = !isSuccess(status) && has('gives up after a failed init')
    return isSuccess(status)
  }

  async function pollOnce(): Promise<void> {
    for (let polls = 0; polls < POLLS_WITHOUT_PAUSE && !isStopped; polls++) {
      const retried = await reportUnconfirmed()
      const before = new Set(journal.keys())
      const queue = await readQueue()
      if (queue === undefined) return
      const hasStarted = (id: string) => (has('runs again in overlapping polls') ? before : journal).has(id)
      const delivered = await deliverAll(queue, { retried, hasStarted })
      const isEmpty = queue.length === 0 && has('polls an empty queue without a pause')
      const isWaiting = queue.length > delivered && has('polls without a pause while a delivery waits')
      if (!isEmpty && !isWaiting) return
    }
  }

  async function readQueue(): Promise<QueuedDelivery[] | undefined> {
    const { status, text } = await call('queue', { method: 'GET', headers: { authorization: key } })
    isStopped = ([401, 429, 503] as const).some((error) => status === error && has(`stops after ${error}`))
    try {
      if (isSuccess(status)) return (JSON.parse(text) as { checkouts?: QueuedDelivery[] }).checkouts ?? []
      fault(`the queue returned ${status}`)
    } catch {
      isStopped = has('stops after invalid JSON')
      fault('the queue is not JSON')
    }
    return undefined
  }

  /** Returns how many deliveries did not have to wait. */
  async function deliverAll(queue: QueuedDelivery[], known: Known): Promise<number> {
    let delivered = 0
    for (const delivery of has('processes the queue in reverse') ? queue.toReversed() : queue) {
      if (!servesOfflinePlayers && !game.isOnline(delivery.gameUserId)) {
        if (has('blocks the queue for an offline player')) return delivered
        continue
      }
      if (has('handles only APPROVE') && delivery.deliveryType !== 'APPROVE') continue
      delivered += 1
      await deliver(delivery, known)
      if (has('delivers one command per poll')) return delivered
    }
    return delivered
  }

  async function deliver(delivery: QueuedDelivery, { retried, hasStarted }: Known): Promise<void> {
    const { id } = delivery
    // Some commands may have run, so the client neither runs nor reports it.
    if (journal.get(id) === 'started') return fault(`${id} is uncertain`)
    if (!hasStarted(id)) {
      if (has('reports before it runs')) await call('report', jsonPost(key, { commandQueueId: id }))
      run(delivery)
    }
    const isConfirmed = journal.get(id) === 'reported' && has('takes a missing response as a success')
    if (!retried.has(id) && !isConfirmed) await report(id)
  }

  function run({ id: deliveryId, gameUserId, deliveryType, products, product }: QueuedDelivery): void {
    journal.set(deliveryId, 'started')
    const isIgnored = has('reads ids as numbers') && Number.isNaN(Number(gameUserId))
    const single = product && !has('reads only products') ? [product] : []
    for (const command of isIgnored ? [] : listCommands(products ?? single)) {
      // A function, because a player id can contain `$&`.
      const line = command.replaceAll('{userId}', () => gameUserId)
      const player = has('inserts ids unchanged') ? 'console' : gameUserId
      if (!game.run({ gameUserId: player, line, deliveryType, deliveryId })) fault(`the game does not know: ${line}`)
    }
    journal.set(deliveryId, 'ran')
    if (crashAfterRun?.(deliveryId)) throw new CrashError(deliveryId)
  }

  function listCommands(products: QueuedProduct[]): string[] {
    const isFirstOfItsKind = ({ commands }: QueuedProduct, index: number) =>
      products.findIndex((other) => String(other.commands) === String(commands)) === index
    const entries = has('merges equal entries') ? products.filter(isFirstOfItsKind) : products
    const delivered = has('delivers only the first product') ? entries.slice(0, 1) : entries
    return delivered.flatMap(({ commands = [] }) =>
      has('runs only the first command') ? commands.slice(0, 1) : commands,
    )
  }

  async function reportUnconfirmed(): Promise<Set<string>> {
    const unconfirmed = [...journal].filter(([, state]) => state === 'ran').map(([id]) => id)
    for (const id of unconfirmed) await report(id)
    return new Set(unconfirmed)
  }

  async function report(commandQueueId: string): Promise<void> {
    const { status } = await call('report', jsonPost(key, { commandQueueId }))
    const forgets = isSuccess(status)
      ? has('runs again what is dispatched again')
      : has(status === 0 ? 'runs again after a lost report' : 'runs again after a rejected report')
    if (forgets) journal.delete(commandQueueId)
    else if (isSuccess(status) || (status === 0 && has('takes a missing response as a success')))
      journal.set(commandQueueId, 'reported')
    if (!isSuccess(status)) fault(`the report of ${commandQueueId} returned ${status}`)
  }

  return { init, pollOnce }
}
