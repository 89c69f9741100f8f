import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import type { Dialect } from './dialect.ts'
import { createPacketReader, encodePacket, type SourcePacket } from './source-packet.ts'
import { connectTcp } from './transports/connect-tcp.ts'
import { createPasswordError, logIn } from './transports/log-in.ts'
import type { RequestChannel } from './transports/request-channel.ts'
import { createStreamChannel } from './transports/stream-channel.ts'

export type SourceVariant = {
  /** Games cut longer commands, or close the connection. */
  maxCommandBytes: number
  /**
   * How the last packet of a response is recognised. Source games mirror an empty packet that follows the command.
   * Minecraft closes the connection when two packets arrive together, so there a packet that is not full is the last.
   */
  endOfResponse: 'mirrored-packet' | 'short-packet'
  online?: (run: (command: string) => Promise<string>) => Promise<string[]>
}

type SourceChannel = RequestChannel<Uint8Array, SourcePacket>

const LOGIN = 3
const LOGIN_RESPONSE = 2
const COMMAND = 2
const RESPONSE = 0
/** No server knows this type. Minecraft reports that after the end of its response. */
const UNKNOWN_TYPE = 200

/** Minecraft splits responses at 4,096 characters, other games a little earlier. */
const FULL_PACKET_BYTES = 3_500
/** For servers that neither mirror packets nor respond to unknown types. */
const QUIET_MS = 400
const MAX_ID = 2 ** 30

/** Source RCON: the games of Valve, Minecraft, ARK, Palworld and many others. */
export function sourceRcon(variant: SourceVariant): Dialect['open'] {
  return async (settings, signal) => {
    const socket = await connectTcp(settings, signal)
    const channel = createStreamChannel(socket, { read: createPacketReader(), timeoutMs: settings.timeoutMs })
    await logIn(channel, signal, () => authenticate(channel, settings.password))
    let lastId = 1
    return createConsole({
      run: async (command) => {
        const ids = { commandId: ++lastId, markerId: ++lastId }
        if (lastId > MAX_ID) lastId = 1
        const packet = encodeSourceCommand(command, ids.commandId, variant)
        return runCommand(channel, packet, { ...ids, endOfResponse: variant.endOfResponse })
      },
      online: variant.online,
      closed: channel.closed,
      close: channel.close,
    })
  }
}

export function encodeSourceCommand(
  command: string,
  id: number,
  { maxCommandBytes }: { maxCommandBytes: number },
): Buffer {
  checkCommand(command, maxCommandBytes)
  return encodePacket(id, COMMAND, command)
}

async function authenticate(channel: SourceChannel, password: string): Promise<void> {
  const id = await channel.request<number>(encodePacket(1, LOGIN, password), (packet, resolve) => {
    // Source games send an empty response before the one that counts.
    if (packet.type === LOGIN_RESPONSE) resolve(packet.id)
  })
  if (id === -1) throw createPasswordError()
}

type ResponseEnd = { commandId: number; markerId: number; endOfResponse: SourceVariant['endOfResponse'] }

async function runCommand(
  channel: SourceChannel,
  packet: Buffer,
  { commandId, markerId, endOfResponse }: ResponseEnd,
): Promise<string> {
  const parts: Buffer[] = []
  let quietTimer: NodeJS.Timeout | undefined
  let markerSent = endOfResponse === 'mirrored-packet'
  const request = markerSent ? Buffer.concat([packet, encodePacket(markerId, RESPONSE, '')]) : packet
  try {
    return await channel.request<string>(request, ({ id, body }, resolve) => {
      const finish = () => resolve(Buffer.concat(parts).toString())
      if (id === markerId) return finish()
      if (id !== commandId) return
      parts.push(body)
      if (!markerSent && body.length < FULL_PACKET_BYTES) return finish()
      if (!markerSent) channel.send(encodePacket(markerId, UNKNOWN_TYPE, ''))
      markerSent = true
      clearTimeout(quietTimer)
      quietTimer = setTimeout(finish, QUIET_MS)
    })
  } finally {
    clearTimeout(quietTimer)
  }
}
