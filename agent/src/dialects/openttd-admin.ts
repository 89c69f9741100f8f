import { type Channel, createChannel } from './channel.ts'
import { checkCommand } from './check-command.ts'
import { connect } from './connect.ts'
import { createConsole } from './create-console.ts'
import { ConsoleError, type Dialect } from './dialect.ts'
import { logIn, passwordRefused } from './log-in.ts'
import { type AdminPacket, createAdminReader, encodeAdminPacket, readTexts } from './openttd-packet.ts'

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

/** NETWORK_RCONCOMMAND_LENGTH, of which one is for the end of the text. */
const MOST_BYTES = 499
const WRONG_PASSWORD = 10
const CLIENT_INFO_OF = 1
const EVERYBODY = 0xffffffff
/** The server stands in its own list of players. */
const SERVER_ITSELF = 1

/** The admin port of OpenTTD. From version 15 on, the owner has to allow logins by password alone. */
export const openOpenttdAdmin: Dialect['open'] = async (settings, signal) => {
  const socket = await connect(settings, signal)
  const channel = createChannel(socket, { read: createAdminReader(), timeoutMs: settings.timeoutMs })
  await logIn(channel, signal, () => join(channel, settings.password))
  return createConsole({
    run: (command) => ask(channel, command),
    online: () => listClients(channel),
    closed: channel.closed,
    close: channel.close,
  })
}

export function encodeOpenttdCommand(command: string): Buffer {
  checkCommand(command, MOST_BYTES)
  return encodeAdminPacket(RCON, command)
}

async function join(channel: Channel<AdminPacket>, password: string): Promise<void> {
  checkCommand(password, MOST_BYTES)
  const hello = encodeAdminPacket(JOIN, password, 'quartermaster-agent', '1')
  const answer = await channel
    .ask<AdminPacket>(hello, (packet, settle) => {
      if ([WELCOME, ERROR, FULL, BANNED].includes(packet.type)) settle(packet)
    })
    .catch((cause: unknown) => {
      // It closes the connection before what it says about the password has left.
      throw new ConsoleError('The console closed the connection. Most likely it refused the password', {
        mayHaveRun: false,
        cause,
      })
    })
  if (answer.type !== WELCOME) throw explain(answer)
}

function explain({ type, body }: AdminPacket): ConsoleError {
  if (type === ERROR && body[0] === WRONG_PASSWORD) return passwordRefused()
  const reasons: Record<number, string> = {
    [FULL]: 'there is no place for another admin',
    [BANNED]: 'this address is banned',
    [ERROR]: `error ${body[0]}. Version 14 and later need allow_insecure_admin_login = true in openttd.cfg`,
  }
  return new ConsoleError(`The console did not let us in: ${reasons[type]}`, { mayHaveRun: false })
}

async function ask(channel: Channel<AdminPacket>, command: string): Promise<string> {
  const lines: string[] = []
  return channel.ask(encodeOpenttdCommand(command), ({ type, body }, settle) => {
    if (type === RCON_LINE) lines.push(readTexts(body, 2)[0] ?? '')
    if (type === RCON_END) settle(lines.join('\n'))
  })
}

/** The names of who is connected. The answer to the ping comes behind the last of them. */
async function listClients(channel: Channel<AdminPacket>): Promise<string[]> {
  const names: string[] = []
  const everybody = Buffer.alloc(5)
  everybody.writeUInt8(CLIENT_INFO_OF, 0)
  everybody.writeUInt32LE(EVERYBODY, 1)
  const question = Buffer.concat([encodeAdminPacket(POLL, everybody), encodeAdminPacket(PING, Buffer.alloc(4))])
  return channel.ask(question, ({ type, body }, settle) => {
    if (type === CLIENT_INFO && body.readUInt32LE(0) !== SERVER_ITSELF) names.push(readTexts(body, 4)[1] ?? '')
    if (type === PONG) settle(names)
  })
}
