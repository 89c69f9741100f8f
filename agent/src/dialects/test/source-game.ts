import type { Socket } from 'node:net'
import { createPacketReader, encodePacket, type SourcePacket } from '../source-packet.ts'
import { handleCommand, responseTo, startTcpGame, type TestGame } from './test-game.ts'

const STATUS = 'players : 1\n# 2 "Steve" STEAM_1:1:111 05:12 50 0 active 10.0.0.1:27005\n'
const LIST = 'There are 1 of a max of 20 players online: Steve (069a79f4-44e9-4726-a5be-fca90e38aaf5)'

type Kind = 'source' | 'minecraft' | 'source-without-mirroring'

/** A game with Source RCON. Valve's games and Minecraft handle packets differently. */
export function startSourceGame(kind: Kind) {
  return startTcpGame((socket, game) => {
    const read = createPacketReader()
    let isAuthenticated = false
    return (bytes) => {
      // Minecraft expects one packet per read, and closes the connection if there are more.
      const hasSeveralPackets = kind === 'minecraft' && bytes.length !== bytes.readInt32LE(0) + 4
      if (hasSeveralPackets) socket.destroy()
      for (const packet of hasSeveralPackets ? [] : read(bytes)) {
        if (packet.type === 3) isAuthenticated = logIn(socket, packet, game, kind)
        else if (isAuthenticated) handlePacket(socket, packet, { game, kind })
      }
    }
  })
}

function logIn(socket: Socket, { id, body }: SourcePacket, game: TestGame, kind: Kind): boolean {
  const isCorrect = body.toString() === game.password
  if (kind !== 'minecraft') socket.write(encodePacket(id, 0, ''))
  socket.write(encodePacket(isCorrect ? id : -1, 2, ''))
  return isCorrect
}

function handlePacket(
  socket: Socket,
  { id, type, body }: SourcePacket,
  { game, kind }: { game: TestGame; kind: Kind },
): void {
  const send = (text: string) => socket.write(encodePacket(id, 0, text))
  if (type === 2) {
    const command = body.toString()
    const respond = () => splitText(sourceResponseTo(command), kind === 'minecraft' ? 4_096 : 4_000).forEach(send)
    handleCommand(game, command, { respond, disconnect: () => void socket.destroy() })
  } else if (kind === 'minecraft') send(`Unknown request ${type.toString(16)}`)
  else if (kind === 'source' && game.behaviour === 'respond') {
    send('')
    send('\0\u0001\0\0')
  }
}

function sourceResponseTo(command: string): string {
  if (command === 'status') return STATUS
  return command === 'list uuids' ? LIST : responseTo(command)
}

function splitText(text: string, length: number): string[] {
  const count = Math.max(1, Math.ceil(text.length / length))
  return Array.from({ length: count }, (_, i) => text.slice(i * length, (i + 1) * length))
}
