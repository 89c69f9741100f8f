import { randomBytes } from 'node:crypto'
import { type Channel, createChannel } from './channel.ts'
import { checkCommand } from './check-command.ts'
import { connect } from './connect.ts'
import { createConsole } from './create-console.ts'
import type { Dialect } from './dialect.ts'
import { createLineReader } from './line-reader.ts'
import { logIn, passwordRefused } from './log-in.ts'
import { readTeeworldsStatus } from './read-teeworlds-status.ts'

/** The game keeps 1,024 bytes of a line, and 1,400 of what it has not read yet. */
const MOST_BYTES = 1_000

/** The external console of Teeworlds and DDNet: lines over TCP, and everything the game logs in between. */
export const openEcon: Dialect['open'] = async (settings, signal) => {
  const socket = await connect(settings, signal)
  const channel = createChannel(socket, { read: createLineReader(), timeoutMs: settings.timeoutMs })
  await logIn(channel, signal, () => giveEconPassword(channel, settings.password))
  return createConsole({
    run: (command) => ask(channel, command),
    online: async (run) => readTeeworldsStatus(await run('status')),
    closed: channel.closed,
    close: channel.close,
  })
}

/**
 * The command between two echoes. They travel together and the game runs them together, so what it prints between the
 * marks is the answer, and nothing that a player made it print.
 */
export function encodeEconCommand(command: string, mark: string): Buffer {
  checkCommand(command, MOST_BYTES)
  return Buffer.from(`echo ${mark}\n${command}\necho ${mark}\n`)
}

async function giveEconPassword(channel: Channel<string>, password: string): Promise<void> {
  checkCommand(password, MOST_BYTES)
  await channel.ask<void>(undefined, (line, settle) => {
    if (/enter password/i.test(line)) settle()
  })
  const accepted = await channel.ask<boolean>(Buffer.from(`${password}\n`), (line, settle) => {
    if (line.startsWith('Authentication successful')) settle(true)
    if (/^(Wrong password|Too many authentication tries)/.test(line)) settle(false)
  })
  if (!accepted) throw passwordRefused()
}

async function ask(channel: Channel<string>, command: string): Promise<string> {
  const mark = `qm${randomBytes(9).toString('hex')}`
  let lines: string[] | undefined
  return channel.ask(encodeEconCommand(command, mark), (line, settle) => {
    if (!line.endsWith(`: ${mark}`)) {
      // At a high output level the game repeats each line that it was sent.
      if (!/(?:\]\[| I )server\]?: cid=\d+ cmd='/.test(line)) lines?.push(line)
    } else if (lines) settle(lines.join('\n'))
    else lines = []
  })
}
