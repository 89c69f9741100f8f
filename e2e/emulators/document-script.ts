import { type ClientSettings, CrashError, type Script } from './game-client.ts'
import { connectToStore, type QueuedDelivery } from './store-connection.ts'

/** The state of each delivery, by its id. */
export type DeliveryJournal = Map<string, 'started' | 'ran' | 'reported'>

export type DocumentSettings = ClientSettings & {
  /** Interface 1.0 does not mention online players, so by default every delivery runs at once. */
  onlineOnly?: boolean
}

type Memory = { journal: DeliveryJournal; keepsReported: boolean }

/** A client that follows interface 1.0. The journal decides how long its memory lasts. */
export function createDocumentScript(
  { key, game, serverPort = 25565, onlineOnly = false, crashAfterRun, ...connection }: DocumentSettings,
  { journal, keepsReported }: Memory,
  fault: (message: string) => void,
): Script {
  const call = connectToStore(connection)

  async function init(): Promise<boolean> {
    const { status } = await call('init', jsonPost(key, { serverPort }))
    return isSuccess(status)
  }

  async function pollOnce(): Promise<void> {
    const retried = await reportUnconfirmed()
    const { status, text } = await call('queue', { method: 'GET', headers: { authorization: key } })
    if (!isSuccess(status)) return fault(`the queue returned ${status}`)

    for (const delivery of readDeliveries(text)) {
      if (onlineOnly && !game.isOnline(delivery.gameUserId)) continue
      const state = journal.get(delivery.id)
      if (state === 'started') {
        // Some commands may have run, so the client neither runs nor reports it.
        fault(`${delivery.id} is uncertain`)
        continue
      }
      if (state === undefined) runDelivery(delivery)
      if (!retried.has(delivery.id)) await report(delivery.id)
    }
  }

  async function reportUnconfirmed(): Promise<Set<string>> {
    const unconfirmed = [...journal].filter(([, state]) => state === 'ran').map(([id]) => id)
    for (const id of unconfirmed) await report(id)
    return new Set(unconfirmed)
  }

  function runDelivery(delivery: QueuedDelivery): void {
    const { id: elementId, gameUserId, deliveryType } = delivery
    const products = delivery.products ?? (delivery.product ? [delivery.product] : [])

    journal.set(elementId, 'started')
    for (const command of products.flatMap(({ commands = [] }) => commands)) {
      // A function, because a player id can contain `$&`.
      const line = command.replaceAll('{userId}', () => gameUserId)
      if (!game.run({ gameUserId, line, deliveryType, elementId })) fault(`the game does not know: ${line}`)
    }
    journal.set(elementId, 'ran')
    if (crashAfterRun?.(elementId)) throw new CrashError(elementId)
  }

  async function report(commandQueueId: string): Promise<void> {
    const { status } = await call('report', jsonPost(key, { commandQueueId }))
    if (!isSuccess(status)) return fault(`the report of ${commandQueueId} returned ${status}`)
    if (keepsReported) journal.set(commandQueueId, 'reported')
    else journal.delete(commandQueueId)
  }

  function readDeliveries(text: string): QueuedDelivery[] {
    try {
      return (JSON.parse(text) as { checkouts?: QueuedDelivery[] }).checkouts ?? []
    } catch {
      fault('the queue is not JSON')
      return []
    }
  }

  return { init, pollOnce }
}

function jsonPost(key: string, body: object) {
  const headers = { authorization: key, 'content-type': 'application/json' }
  return { method: 'POST' as const, headers, body: JSON.stringify(body) }
}

/** Interface 1.0 defines no status codes, so any 2xx is a success. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
