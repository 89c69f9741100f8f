import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { World } from '../harness/scenario-state.ts'

export type RconConsole = { port: number; play: (world: World) => void; close: () => Promise<void> }

const AUTH = 3
const COMMAND = 2
const AUTH_ANSWER = 2
const ANSWER = 0
const HEAD_BYTES = 12
const PACKET_MOST = 64 * 1024

/** A Source RCON server that counts: what agents speak to Minecraft, Source games and many others. */
export async function startRconConsole({ password }: { password: string }): Promise<RconConsole> {
  let world: World | undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    listen(socket, { password, world: () => world })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    play: (next) => void (world = next),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(socket: Socket, { password, world }: { password: string; world: () => World | undefined }): void {
  let received: Buffer = Buffer.alloc(0)
  let known = false

  socket.on('data', (chunk): void => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 4) {
      const size = received.readInt32LE(0)
      if (size < 10 || size > PACKET_MOST) return void socket.destroy()
      if (received.length < size + 4) return
      const packet = received.subarray(0, size + 4)
      received = received.subarray(size + 4)
      act(packet.readInt32LE(4), packet.readInt32LE(8), packet.subarray(HEAD_BYTES, -2).toString())
    }
  })

  function act(id: number, type: number, body: string): void {
    if (type === AUTH) {
      known = body === password
      send(id, ANSWER, '')
      return send(known ? id : -1, AUTH_ANSWER, '')
    }
    if (!known) return void socket.destroy()
    // Clients send an empty answer behind a command to see where its answer ends.
    if (type !== COMMAND) return send(id, ANSWER, '')
    const playing = world()
    if (playing) run(playing, id, body)
  }

  function run(playing: World, id: number, command: string): void {
    if (/^\/?list\b/.test(command)) {
      const online = playing.online().filter((name) => !/[\s,]/.test(name))
      return send(id, ANSWER, `There are ${online.length} of a max of 100 players online: ${online.join(', ')}`)
    }
    const answer = playing.console.record(command, 'rcon')
    if (answer === 'die') void playing.killClient()
    if (answer === 'die' || answer === 'cut') return void socket.destroy()
    send(id, ANSWER, answer === 'unknown' ? 'Unknown or incomplete command, see below for error' : 'ok')
  }

  function send(id: number, type: number, body: string): void {
    const text = Buffer.from(body)
    const packet = Buffer.alloc(HEAD_BYTES + text.length + 2)
    packet.writeInt32LE(packet.length - 4, 0)
    packet.writeInt32LE(id, 4)
    packet.writeInt32LE(type, 8)
    text.copy(packet, HEAD_BYTES)
    socket.write(packet)
  }
}
