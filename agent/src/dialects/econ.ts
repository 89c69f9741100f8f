import { randomBytes } from 'node:crypto'
import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import type { Dialect } from './dialect.ts'
import { readTeeworldsStatus } from './online-players/read-teeworlds-status.ts'
import { connectTcp } from './transports/connect-tcp.ts'
import { createLineReader } from './transports/line-reader.ts'
import { createPasswordError, logIn } from './transports/log-in.ts'
import type { RequestChannel } from './transports/request-channel.ts'
import { createStreamChannel } from './transports/stream-channel.ts'

type EconChannel = RequestChannel<Uint8Array, string>

/** The game keeps 1,024 bytes of a line, and 1,400 bytes of unread input. */
const MAX_COMMAND_BYTES = 1_000

/** The external console of Teeworlds and DDNet: lines over TCP, mixed with everything that the game logs. */
export const openEcon: Dialect['open'] = async (settings, signal) => {
  const socket = await connectTcp(settings, signal)
  const channel = createStreamChannel(socket, { read: createLineReader(), timeoutMs: settings.timeoutMs })
  await logIn(channel, signal, () => authenticate(channel, settings.password))
  return createConsole({
    run: (command) => runCommand(channel, command),
    online: async (run) => readTeeworldsStatus(await run('status')),
    closed: channel.closed,
    close: channel.close,
  })
}

/**
 * Puts the command between two echoes of a random marker. The game receives and runs all three together, so the lines
 * between the markers are the response, and players cannot add lines to it.
 */
export function encodeEconCommand(command: string, marker: string): Buffer {
  checkCommand(command, MAX_COMMAND_BYTES)
  return Buffer.from(`echo ${marker}\n${command}\necho ${marker}\n`)
}

async function authenticate(channel: EconChannel, password: string): Promise<void> {
  checkCommand(password, MAX_COMMAND_BYTES, 'password')
  await channel.request<void>(undefined, (line, resolve) => {
    if (/enter password/i.test(line)) resolve()
  })
  const accepted = await channel.request<boolean>(Buffer.from(`${password}\n`), (line, resolve) => {
    if (line.startsWith('Authentication successful')) resolve(true)
    if (/^(Wrong password|Too many authentication tries)/.test(line)) resolve(false)
  })
  if (!accepted) throw createPasswordError()
}

async function runCommand(channel: EconChannel, command: string): Promise<string> {
  const marker = `qm${randomBytes(9).toString('hex')}`
  let lines: string[] | undefined
  return channel.request(encodeEconCommand(command, marker), (line, resolve) => {
    if (!line.endsWith(`: ${marker}`)) {
      // At a high output level the game logs every line that it receives.
      if (!/(?:\]\[| I )server\]?: cid=\d+ cmd='/.test(line)) lines?.push(line)
    } else if (lines) resolve(lines.join('\n'))
    else lines = []
  })
}
