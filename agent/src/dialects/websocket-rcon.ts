import type { Channel } from './channel.ts'
import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import { ConsoleError, type Dialect } from './dialect.ts'
import { logIn } from './log-in.ts'
import { readRustPlayers } from './read-rust-players.ts'
import { encodeText, openWebSocket } from './websocket.ts'

const MOST_BYTES = 4_000
/** Rust answers nothing to a command that says nothing. This one always says something, and comes behind it. */
const FENCE = 'serverinfo'

/** Rust's WebSocket RCON: the password is the path, a command and its answer are JSON with the same number. */
export const openWebsocketRcon: Dialect['open'] = async (settings, signal) => {
  const channel = await openWebSocket(settings, `/${encodeURI(settings.password)}`, signal)
  let lastId = 1_000
  const run = (command: string) => ask(channel, command, (lastId = (lastId + 2) % 1_000_000_000))
  await logIn(channel, signal, () => requireAnswer(channel))
  return createConsole({
    run,
    online: async () => readRustPlayers(await run('playerlist')),
    closed: channel.closed,
    close: channel.close,
  })
}

export function encodeRustCommand(command: string, id: number): Buffer {
  checkCommand(command, MOST_BYTES)
  return encodeText(JSON.stringify({ Identifier: id, Message: command, Name: 'quartermaster' }))
}

/** With a wrong password the game opens the connection, and closes it again. */
async function requireAnswer(channel: Channel<string>): Promise<void> {
  try {
    await channel.ask<void>(encodeRustCommand(FENCE, 1), (message, settle) => {
      if (readAnswer(message).id === 1) settle()
    })
  } catch (error) {
    throw new ConsoleError('The console closed the connection. Most likely it refused the password', {
      mayHaveRun: false,
      cause: error,
    })
  }
}

async function ask(channel: Channel<string>, command: string, id: number): Promise<string> {
  const texts: string[] = []
  const question = Buffer.concat([encodeRustCommand(command, id), encodeRustCommand(FENCE, id + 1)])
  return channel.ask(question, (message, settle) => {
    const answer = readAnswer(message)
    // Chat and the log come with numbers of their own.
    if (answer.id === id) texts.push(answer.text)
    if (answer.id === id + 1) settle(texts.join('\n'))
  })
}

function readAnswer(message: string): { id?: number; text: string } {
  let answer: unknown
  try {
    answer = JSON.parse(message)
  } catch {
    return { text: '' }
  }
  if (typeof answer !== 'object' || answer === null) return { text: '' }
  const { Identifier: id, Message: text } = answer as { Identifier?: unknown; Message?: unknown }
  return { ...(typeof id === 'number' && { id }), text: typeof text === 'string' ? text : '' }
}
