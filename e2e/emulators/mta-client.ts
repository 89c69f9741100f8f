import type { ClientSettings, GameClient, Script } from './game-client.ts'
import { CrashError, createGameClient, ScriptError } from './game-client.ts'
import { asDeliveries, decodeTable, encodeTable, formatText } from './mta-wire.ts'
import { findPlayerByNumber } from './online-player.ts'
import { connectToStore, isSuccess, type Operation, type QueuedDelivery } from './store-connection.ts'

/** The MTA resource: a poll on a timer, one delivery per poll, only APPROVE, and a report before all commands have run. */
export function createMtaClient(settings: ClientSettings): GameClient {
  return createGameClient((fault) => createMtaScript(settings, fault), { pollsOnTimer: true })
}

function createMtaScript(
  { key, game, serverPort = 22003, crashAfterRun, ...connection }: ClientSettings,
  fault: (message: string) => void,
): Script {
  const call = connectToStore(connection)
  let resource: 'before init' | 'running' | 'stopped' = 'before init'
  let index = 0

  async function init(): Promise<boolean> {
    if (resource !== 'before init') return resource === 'running'
    const { status } = await post('init', encodeTable({ serverPort }))
    resource = isSuccess(status) ? 'running' : 'stopped'
    if (resource === 'stopped') fault(`init returned ${status}`)
    return resource === 'running'
  }

  async function pollOnce(): Promise<void> {
    if (resource === 'before init') throw new Error('Call init() before pollOnce()')
    if (resource === 'stopped') return
    const { status, text } = await post('queue', '{}')
    if (!isSuccess(status)) return fault(`the queue returned ${status}`)

    const outbox: string[] = []
    try {
      runOneDelivery(decodeTable(text), outbox)
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error
      fault(error.message)
    }
    // The runtime sends requests after the script has yielded: an error does not stop them, but a crash does.
    const lost = [...new Set(outbox)].find((id) => crashAfterRun?.(id))
    if (lost !== undefined) throw new CrashError(lost)
    await Promise.all(outbox.map((id) => acknowledge(id)))
  }

  /** Treats every top-level field as the list of deliveries. */
  function runOneDelivery(response: Record<string, unknown>, outbox: string[]): void {
    const { checkouts } = response
    if (!Array.isArray(checkouts) || checkouts.length === 0) return

    for (const field of Object.values(response)) {
      if (field === null) continue
      const deliveries = asDeliveries(field)
      if (index >= deliveries.length) {
        index = 0
        return
      }
      const delivery = deliveries[index]
      if (!delivery) throw new ScriptError('a top-level field contains no deliveries')
      const player = findPlayerByNumber(game, delivery.gameUserId)
      if (player === undefined) {
        index += 1
        return
      }
      // The index never moves past other delivery types, so they block the queue.
      if (delivery.deliveryType !== 'APPROVE') continue
      deliver(delivery, player, outbox)
      index = 0
    }
  }

  function deliver(delivery: QueuedDelivery, player: string, outbox: string[]): void {
    const { id: deliveryId, deliveryType, products = [] } = delivery
    if (products[0]?.commands?.length === 0) {
      outbox.push(deliveryId)
      return
    }
    // An error in a name comes before the first command, so the delivery stays in the queue and fails at every poll.
    const boxes = products.map(({ name = '' }) => formatText(name))
    const acknowledged = new Set<string | undefined>()
    for (const [position, product] of products.entries()) {
      if (!product.commands) throw new ScriptError(`${deliveryId} has a product without commands`)
      for (const command of product.commands) {
        const name = /^\S+/.exec(command)?.[0]
        if (name === undefined || !game.knows(name)) return fault(`the game does not know: ${command}`)
        if (product.quantity === undefined) throw new ScriptError(`${deliveryId} has a product without quantity`)

        const line = [name, player, ...command.split(/\s+/).filter(Boolean).slice(2)].join(' ')
        for (let unit = 1; unit <= product.quantity; unit++) {
          game.run({ gameUserId: player, line, deliveryType, deliveryId })
        }
        if (!acknowledged.has(product.name)) outbox.push(deliveryId)
        acknowledged.add(product.name)
      }
      game.show({ gameUserId: player, text: boxes[position] ?? '' })
    }
  }

  async function acknowledge(commandQueueId: string): Promise<void> {
    const { status } = await post('report', encodeTable({ commandQueueId }))
    if (!isSuccess(status)) fault(`the report of ${commandQueueId} returned ${status}`)
  }

  function post(operation: Operation, body: string) {
    const headers = { authorization: key, 'content-type': 'application/json' }
    return call(operation, { method: 'POST', headers, body })
  }

  return { init, pollOnce }
}
