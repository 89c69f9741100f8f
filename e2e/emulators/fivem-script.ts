import { type ClientSettings, CrashError, type Script } from './game-client.ts'
import { findOnlinePlayer, readInteger } from './online-player.ts'
import { ScriptError } from './script-error.ts'
import { connectToStore, type Operation, type QueuedElement } from './store-connection.ts'

/** What the old and the current client disagree about. */
export type FivemDialect = {
  initSucceeds: (status: number) => boolean
  callSucceeds: (status: number) => boolean
}

/** One script thread does everything: an uncaught error anywhere ends delivery until the next start. */
export function createFivemScript(
  { key, game, serverPort = 30120, crashAfterRun, ...connection }: ClientSettings,
  { initSucceeds, callSucceeds }: FivemDialect,
  fault: (message: string) => void,
): Script {
  const call = connectToStore(connection)
  let thread: 'before init' | 'running' | 'dead' = 'before init'

  async function init(): Promise<boolean> {
    if (thread !== 'before init') return thread === 'running'
    thread = 'dead'
    const { status, decoded } = await request('init', { serverPort })
    if (!initSucceeds(status)) fault(`init answered ${status}`)
    else if (!canGreet(decoded)) fault('the greeting of the owner failed')
    else thread = 'running'
    return thread === 'running'
  }

  async function pollOnce(): Promise<void> {
    if (thread === 'before init') throw new Error('This client polls after init() only')
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
    if (!callSucceeds(status)) return fault(`the queue answered ${status}`)
    // Without an answer the current client holds an error text, in which it finds no elements.
    if (status === 0) return
    if (!isTable(decoded)) throw new ScriptError('the queue has no readable body')

    for (const element of (decoded['checkouts'] ?? []) as QueuedElement[]) {
      if (!runElement(element)) continue
      if (crashAfterRun?.(element.id)) throw new CrashError(element.id)
      const report = await request('report', { commandQueueId: element.id })
      if (!callSucceeds(report.status)) return fault(`the report of ${element.id} answered ${report.status}`)
    }
  }

  /** True when any command worked, which is all that the acknowledgement asks. */
  function runElement({ id: elementId, gameUserId, deliveryType, products }: QueuedElement): boolean {
    const player = findOnlinePlayer(game, gameUserId, readInteger)
    if (player === undefined) return false
    if (!products) throw new ScriptError(`${elementId} has no products`)

    let worked = false
    for (const { commands, quantity } of products) {
      if (!commands) throw new ScriptError(`${elementId} has a product without commands`)
      for (const command of commands) {
        const { name, args } = splitCommand(command)
        if (quantity === undefined) throw new ScriptError(`${elementId} has a product without quantity`)
        const line = [name, player, ...args].join(' ')
        for (let unit = 1; unit <= quantity; unit++) {
          worked = game.run({ gameUserId: player, line, deliveryType, elementId }) || worked
        }
      }
    }
    return worked
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
      // The decoder fails outside the thread, which then goes on with nothing in its hands.
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

/** Init ends by printing the store, and a field that cannot be joined to a text ends the thread. */
function canGreet(store: unknown): boolean {
  if (!isTable(store)) return false
  const printable = ['name', 'url', 'plan'].every((field) => ['string', 'number'].includes(typeof store[field]))
  const expiry = store['expirationDate']
  return printable && typeof expiry === 'string' && /\d+-\d+-\d+[T ]\d+:\d+:\d+/.test(expiry)
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
