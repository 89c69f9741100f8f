import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import type { Dialect } from './dialect.ts'
import { readRustPlayers } from './online-players/read-rust-players.ts'
import { createLoginClosedError, logIn } from './transports/log-in.ts'
import type { RequestChannel } from './transports/request-channel.ts'
import { openWebSocketChannel } from './transports/websocket-channel.ts'

type RustChannel = RequestChannel<readonly string[], string>

const MAX_COMMAND_BYTES = 4_000
/** Rust sends no response to a command that prints nothing. This one always prints, so it marks the end. */
const END_MARKER = 'serverinfo'
const FIRST_ID = 1_000
const MAX_ID = 1_000_000_000

/** Rust's WebSocket RCON: the path is the password. Commands and responses are JSON with the same identifier. */
export const openWebsocketRcon: Dialect['open'] = async (settings, signal) => {
  const channel = await openWebSocketChannel(settings, `/${encodeURI(settings.password)}`, signal)
  let lastId = FIRST_ID
  const run = (command: string) => runCommand(channel, command, (lastId = (lastId + 2) % MAX_ID))
  await logIn(channel, signal, () => authenticate(channel))
  return createConsole({
    run,
    online: async () => readRustPlayers(await run('playerlist')),
    closed: channel.closed,
    close: channel.close,
  })
}

export function encodeRustCommand(command: string, id: number): string {
  checkCommand(command, MAX_COMMAND_BYTES)
  return JSON.stringify({ Identifier: id, Message: command, Name: 'quartermaster' })
}

/** With a wrong password the game accepts the connection and then closes it. */
async function authenticate(channel: RustChannel): Promise<void> {
  try {
    await channel.request<void>([encodeRustCommand(END_MARKER, 1)], (message, resolve) => {
      if (parseResponse(message).id === 1) resolve()
    })
  } catch (error) {
    throw createLoginClosedError(error)
  }
}

async function runCommand(channel: RustChannel, command: string, id: number): Promise<string> {
  const texts: string[] = []
  const messages = [encodeRustCommand(command, id), encodeRustCommand(END_MARKER, id + 1)]
  return channel.request(messages, (message, resolve) => {
    const response = parseResponse(message)
    // Chat and log messages have other identifiers.
    if (response.id === id) texts.push(response.text)
    if (response.id === id + 1) resolve(texts.join('\n'))
  })
}

function parseResponse(message: string): { id?: number; text: string } {
  let response: unknown
  try {
    response = JSON.parse(message)
  } catch {
    return { text: '' }
  }
  if (typeof response !== 'object' || response === null) return { text: '' }
  const { Identifier: id, Message: text } = response as { Identifier?: unknown; Message?: unknown }
  return { ...(typeof id === 'number' && { id }), text: typeof text === 'string' ? text : '' }
}
