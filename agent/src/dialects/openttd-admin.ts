import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import { ConsoleError, type Dialect } from './dialect.ts'
import { type AdminPacket, createAdminReader, encodeAdminPacket, readTexts } from './openttd-packet.ts'
import { connectTcp } from './transports/connect-tcp.ts'
import { createLoginClosedError, createPasswordError, logIn } from './transports/log-in.ts'
import type { RequestChannel } from './transports/request-channel.ts'
import { createStreamChannel } from './transports/stream-channel.ts'

type AdminChannel = RequestChannel<Uint8Array, AdminPacket>

const JOIN = 0
const POLL = 3
const RCON = 5
const PING = 7

const FULL = 100
const BANNED = 101
const ERROR = 102
const WELCOME = 104
const CLIENT_INFO = 109
const RCON_LINE = 120
const RCON_END = 125
const PONG = 126

/** NETWORK_RCONCOMMAND_LENGTH without the terminating NUL. */
const MAX_COMMAND_BYTES = 499
const WRONG_PASSWORD = 10
const UPDATE_CLIENT_INFO = 1
const ALL_CLIENTS = 0xffffffff
/** The server is part of its own list of clients. */
const SERVER_CLIENT_ID = 1

/** The admin port of OpenTTD. From version 15 on, the owner has to allow logins with only a password. */
export const openOpenttdAdmin: Dialect['open'] = async (settings, signal) => {
  const socket = await connectTcp(settings, signal)
  const channel = createStreamChannel(socket, { read: createAdminReader(), timeoutMs: settings.timeoutMs })
  await logIn(channel, signal, () => join(channel, settings.password))
  return createConsole({
    run: (command) => runCommand(channel, command),
    online: () => listClients(channel),
    closed: channel.closed,
    close: channel.close,
  })
}

export function encodeOpenttdCommand(command: string): Buffer {
  checkCommand(command, MAX_COMMAND_BYTES)
  return encodeAdminPacket(RCON, command)
}

async function join(channel: AdminChannel, password: string): Promise<void> {
  checkCommand(password, MAX_COMMAND_BYTES, 'password')
  const request = encodeAdminPacket(JOIN, password, 'quartermaster-agent', '1')
  const response = await channel
    .request<AdminPacket>(request, (packet, resolve) => {
      if ([WELCOME, ERROR, FULL, BANNED].includes(packet.type)) resolve(packet)
    })
    .catch((error: unknown) => {
      // The game can close the connection before its message about the password has been sent.
      throw createLoginClosedError(error)
    })
  if (response.type !== WELCOME) throw createJoinError(response)
}

function createJoinError({ type, body }: AdminPacket): ConsoleError {
  if (type === ERROR && body[0] === WRONG_PASSWORD) return createPasswordError()
  const reasons: Record<number, string> = {
    [FULL]: 'the server has no free admin slot',
    [BANNED]: 'this address is banned',
    [ERROR]: `error ${body[0]}. Version 14 and later need allow_insecure_admin_login = true in openttd.cfg`,
  }
  return new ConsoleError(`Login to the console failed: ${reasons[type]}`, { mayHaveRun: false })
}

async function runCommand(channel: AdminChannel, command: string): Promise<string> {
  const lines: string[] = []
  return channel.request(encodeOpenttdCommand(command), ({ type, body }, resolve) => {
    if (type === RCON_LINE) lines.push(readTexts(body, 2)[0] ?? '')
    if (type === RCON_END) resolve(lines.join('\n'))
  })
}

/** Returns the names of the connected players. The response to the ping follows the last of them. */
async function listClients(channel: AdminChannel): Promise<string[]> {
  const names: string[] = []
  const allClients = Buffer.alloc(5)
  allClients.writeUInt8(UPDATE_CLIENT_INFO, 0)
  allClients.writeUInt32LE(ALL_CLIENTS, 1)
  const request = Buffer.concat([encodeAdminPacket(POLL, allClients), encodeAdminPacket(PING, Buffer.alloc(4))])
  return channel.request(request, ({ type, body }, resolve) => {
    if (type === CLIENT_INFO && body.readUInt32LE(0) !== SERVER_CLIENT_ID) names.push(readTexts(body, 4)[1] ?? '')
    if (type === PONG) resolve(names)
  })
}
