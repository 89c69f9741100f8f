import { type Channel, createChannel } from './channel.ts'
import { checkCommand } from './check-command.ts'
import { connect } from './connect.ts'
import { createConsole } from './create-console.ts'
import type { Dialect } from './dialect.ts'
import { logIn, passwordRefused } from './log-in.ts'
import { createPacketReader, encodePacket, type SourcePacket } from './source-packet.ts'

export type SourceFlavour = {
  /** Of the text of a command; what is longer is cut or ends the connection. */
  mostBytes: number
  /**
   * How the last packet of an answer is known. Source games mirror an empty packet that follows the command. Minecraft
   * drops a connection on which two packets come at once: there, one that is not full is the last.
   */
  ends: 'mirror' | 'short-packet'
  online?: (run: (command: string) => Promise<string>) => Promise<string[]>
}

const LOGIN = 3
const LOGIN_ANSWER = 2
const COMMAND = 2
const ANSWER = 0
/** No server knows it. Minecraft says so, behind all it had to say before. */
const UNKNOWN = 200

/** Minecraft cuts at 4,096 characters, others a little earlier. */
const FULL_BYTES = 3_500
/** For servers that neither mirror packets nor answer unknown ones. */
const QUIET_MS = 400

/** Source RCON: Valve's games, Minecraft, ARK, Palworld and many others. */
export function sourceRcon(flavour: SourceFlavour): Dialect['open'] {
  return async (settings, signal) => {
    const socket = await connect(settings, signal)
    const channel = createChannel(socket, { read: createPacketReader(), timeoutMs: settings.timeoutMs })
    await logIn(channel, signal, () => giveSourcePassword(channel, settings.password))
    let lastId = 1
    return createConsole({
      run: async (command) => {
        const ids = { command: ++lastId, fence: ++lastId }
        if (lastId > 2 ** 30) lastId = 1
        return ask(channel, encodeSourceCommand(command, ids.command, flavour), { ...ids, ends: flavour.ends })
      },
      online: flavour.online,
      closed: channel.closed,
      close: channel.close,
    })
  }
}

export function encodeSourceCommand(command: string, id: number, { mostBytes }: { mostBytes: number }): Buffer {
  checkCommand(command, mostBytes)
  return encodePacket(id, COMMAND, command)
}

async function giveSourcePassword(channel: Channel<SourcePacket>, password: string): Promise<void> {
  const id = await channel.ask<number>(encodePacket(1, LOGIN, password), (packet, settle) => {
    // Source games send an empty answer before the one that counts.
    if (packet.type === LOGIN_ANSWER) settle(packet.id)
  })
  if (id === -1) throw passwordRefused()
}

async function ask(
  channel: Channel<SourcePacket>,
  bytes: Buffer,
  { command, fence, ends }: { command: number; fence: number; ends: SourceFlavour['ends'] },
): Promise<string> {
  const parts: Buffer[] = []
  let quiet: NodeJS.Timeout | undefined
  let fenced = ends === 'mirror'
  const question = fenced ? Buffer.concat([bytes, encodePacket(fence, ANSWER, '')]) : bytes
  try {
    return await channel.ask<string>(question, (packet, settle) => {
      const finish = () => settle(Buffer.concat(parts).toString())
      if (packet.id === fence) return finish()
      if (packet.id !== command) return
      parts.push(packet.body)
      if (!fenced && packet.body.length < FULL_BYTES) return finish()
      if (!fenced) channel.write(encodePacket(fence, UNKNOWN, ''))
      fenced = true
      clearTimeout(quiet)
      quiet = setTimeout(finish, QUIET_MS)
    })
  } finally {
    clearTimeout(quiet)
  }
}
