import type { Socket } from 'node:net'
import { createPacketReader, encodePacket, type SourcePacket } from '../source-packet.ts'
import { answerTo, play, startTcpGame, type TestGame } from './test-game.ts'

const STATUS = 'players : 1\n# 2 "Steve" STEAM_1:1:111 05:12 50 0 active 10.0.0.1:27005\n'
const LIST = 'There are 1 of a max of 20 players online: Steve (069a79f4-44e9-4726-a5be-fca90e38aaf5)'

/** A game that speaks Source RCON the way Valve's or Minecraft's does: they differ in what they do with packets. */
export function startSourceGame(kind: 'source' | 'minecraft' | 'source-without-mirror') {
  return startTcpGame((socket, game) => {
    const read = createPacketReader()
    let isKnown = false
    return (bytes) => {
      // Minecraft reads once for each packet, and gives up when there is more than one.
      const isTooMuch = kind === 'minecraft' && bytes.length !== bytes.readInt32LE(0) + 4
      if (isTooMuch) socket.destroy()
      for (const packet of isTooMuch ? [] : read(bytes)) {
        if (packet.type === 3) isKnown = logIn(socket, packet, game, kind)
        else if (isKnown) serve(socket, packet, { game, kind })
      }
    }
  })
}

function logIn(socket: Socket, { id, body }: SourcePacket, game: TestGame, kind: string): boolean {
  const isRight = body.toString() === game.password
  if (kind !== 'minecraft') socket.write(encodePacket(id, 0, ''))
  socket.write(encodePacket(isRight ? id : -1, 2, ''))
  return isRight
}

function serve(
  socket: Socket,
  { id, type, body }: SourcePacket,
  { game, kind }: { game: TestGame; kind: string },
): void {
  const say = (text: string) => socket.write(encodePacket(id, 0, text))
  if (type === 2) {
    const command = body.toString()
    const reply = () => pieces(sayTo(command), kind === 'minecraft' ? 4_096 : 4_000).forEach(say)
    play(game, command, { reply, cut: () => void socket.destroy() })
  } else if (kind === 'minecraft') say(`Unknown request ${type.toString(16)}`)
  else if (kind === 'source' && game.mood === 'answer') {
    say('')
    say('\0\u0001\0\0')
  }
}

function sayTo(command: string): string {
  if (command === 'status') return STATUS
  return command === 'list uuids' ? LIST : answerTo(command)
}

function pieces(text: string, length: number): string[] {
  const count = Math.max(1, Math.ceil(text.length / length))
  return Array.from({ length: count }, (_, i) => text.slice(i * length, (i + 1) * length))
}
