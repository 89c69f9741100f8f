import type { ClientSettings, GameClient, Script } from './game-client.ts'
import { CrashError, createGameClient, ScriptError } from './game-client.ts'
import { findOnlinePlayer, readInteger } from './online-player.ts'
import { connectToStore, type Operation, type QueuedDelivery } from './store-connection.ts'

/** The differences between the old and the current client. */
type FivemDialect = Record<'initSucceeds' | 'callSucceeds', (status: number) => boolean> & {
  skipsOfflinePlayers: boolean
}

const OLD: FivemDialect = {
  initSucceeds: (status) => status === 200,
  callSucceeds: (status) => status === 200,
  skipsOfflinePlayers: false,
}
/** Without a lower limit, a missing response (status 0) counts as a success, too. */
const CURRENT: FivemDialect = {
  initSucceeds: (status) => status < 300,
  callSucceeds: (status) => status <= 300,
  skipsOfflinePlayers: true,
}

const FXSERVER_ABORTS_AFTER_MS = 5_000

/** The old FiveM resource. For it, 201 and 204 are failures, and it needs no player in the game. */
export function createFivemOldClient(settings: ClientSettings): GameClient {
  return createGameClient((fault) => createScript(settings, OLD, fault))
}

/** The current FiveM resource. */
export function createFivemCurrentClient(settings: ClientSettings): GameClient {
  return createGameClient((fault) => createScript(settings, CURRENT, fault))
}

/** Everything runs in one thread. An uncaught error ends delivery until a restart. */
function createScript(
  settings: ClientSettings,
  { initSucceeds, callSucceeds, skipsOfflinePlayers }: FivemDialect,
  fault: (message: string) => void,
): Script {
  const { key, game, serverPort = 30120, crashAfterRun, ...connection } = settings
  const call = connectToStore({ abortAfterMs: FXSERVER_ABORTS_AFTER_MS, ...connection })
  let thread: 'before init' | 'running' | 'dead' = 'before init'

  async function init(): Promise<boolean> {
    if (thread !== 'before init') return thread === 'running'
    thread = 'dead'
    const { status, decoded } = await request('init', { serverPort })
    if (!initSucceeds(status)) fault(`init returned ${status}`)
    else if (!canPrintStore(decoded)) fault('the store could not be printed')
    else thread = 'running'
    return thread === 'running'
  }

  async function pollOnce(): Promise<void> {
    if (thread === 'before init') throw new Error('Call init() before pollOnce()')
    if (thread === 'dead') return
    try {
      await deliverQueue()
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error
      thread = 'dead'
      fault(error.message)
    }
  }

  async function deliverQueue(): Promise<void> {
    const { status, decoded } = await request('queue')
    if (!callSucceeds(status)) return fault(`the queue returned ${status}`)
    // Without a response the current client has an error text, which contains no deliveries.
    if (status === 0) return
    if (!isTable(decoded)) throw new ScriptError('the queue has no readable body')

    for (const delivery of (decoded['checkouts'] ?? []) as QueuedDelivery[]) {
      const player = skipsOfflinePlayers
        ? findOnlinePlayer(game, delivery.gameUserId, readInteger)
        : delivery.gameUserId
      if (player === undefined || !runDelivery(delivery, player)) continue
      showProducts(delivery, player)
      if (crashAfterRun?.(delivery.id)) throw new CrashError(delivery.id)
      const report = await request('report', { commandQueueId: delivery.id })
      if (!callSucceeds(report.status)) return fault(`the report of ${delivery.id} returned ${report.status}`)
    }
  }

  /** Returns true if any command succeeded. Only then the delivery is reported. */
  function runDelivery({ id: deliveryId, deliveryType, products }: QueuedDelivery, player: string): boolean {
    if (!products) throw new ScriptError(`${deliveryId} has no products`)

    let worked = false
    for (const { commands, quantity } of products) {
      if (!commands) throw new ScriptError(`${deliveryId} has a product without commands`)
      for (const command of commands) {
        const { name, args } = splitCommand(command)
        if (quantity === undefined) throw new ScriptError(`${deliveryId} has a product without quantity`)
        const line = [name, player, ...args].join(' ')
        for (let unit = 1; unit <= quantity; unit++) {
          worked = game.run({ gameUserId: player, line, deliveryType, deliveryId }) || worked
        }
      }
    }
    return worked
  }

  /** The old client searches the player by number here. If there is none, its thread ends before the report. */
  function showProducts({ products = [] }: QueuedDelivery, player: string): void {
    const isFound = readInteger(player) !== undefined && game.hasAccount(player)
    if (!skipsOfflinePlayers && !isFound) throw new ScriptError(`there is no player ${player}`)
    game.show({ gameUserId: player, text: products.map(({ name }) => name).join(', ') })
  }

  async function request(operation: Operation, body?: object): Promise<{ status: number; decoded?: unknown }> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const { status, text } = await (body
      ? call(operation, { method: 'POST', headers, body: JSON.stringify(body) })
      : call(operation, { method: 'GET', headers }))
    if (status < 200 || status > 300) return { status }
    try {
      return { status, decoded: JSON.parse(text) }
    } catch {
      // The decoder fails outside the thread, which continues without a value.
      fault(`the body of ${operation} cannot be decoded`)
      return { status }
    }
  }

  return { init, pollOnce }
}

function splitCommand(command: string): { name: string; args: string[] } {
  const [, name, rest] = /^(\S+) (.+)$/s.exec(command) ?? []
  if (name === undefined || rest === undefined) throw new ScriptError(`no argument in: ${command}`)
  return { name, args: rest.split(/\s+/).filter((arg) => arg !== '' && arg !== '{userId}') }
}

/** Init prints the store. A field that is not a text or number ends the thread. */
function canPrintStore(store: unknown): boolean {
  if (!isTable(store)) return false
  const printable = ['name', 'url', 'plan'].every((field) => ['string', 'number'].includes(typeof store[field]))
  const expiry = store['expirationDate']
  return printable && typeof expiry === 'string' && /\d+-\d+-\d+[T ]\d+:\d+:\d+/.test(expiry)
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
