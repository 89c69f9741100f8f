import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { ScenarioState } from '../harness/scenario-state.ts'

export type RconConsole = { port: number; setState: (state: ScenarioState) => void; close: () => Promise<void> }

const AUTH = 3
const COMMAND = 2
const AUTH_RESPONSE = 2
const RESPONSE = 0
const HEADER_BYTES = 12
const MAX_PACKET_BYTES = 64 * 1024

/** Starts a Source RCON server, the protocol of Minecraft, the Source games and many others. */
export async function startRconConsole({ password }: { password: string }): Promise<RconConsole> {
  let state: ScenarioState | undefined
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    serveConnection(socket, { password, getState: () => state })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    setState: (next) => void (state = next),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type ConnectionOptions = { password: string; getState: () => ScenarioState | undefined }

function serveConnection(socket: Socket, { password, getState }: ConnectionOptions): void {
  let received: Buffer = Buffer.alloc(0)
  let isAuthenticated = false

  socket.on('data', (chunk): void => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 4) {
      const size = received.readInt32LE(0)
      if (size < 10 || size > MAX_PACKET_BYTES) return void socket.destroy()
      if (received.length < size + 4) return
      const packet = received.subarray(0, size + 4)
      received = received.subarray(size + 4)
      handlePacket(packet.readInt32LE(4), packet.readInt32LE(8), packet.subarray(HEADER_BYTES, -2).toString())
    }
  })

  function handlePacket(id: number, type: number, body: string): void {
    if (type === AUTH) {
      isAuthenticated = body === password
      send(id, RESPONSE, '')
      return send(isAuthenticated ? id : -1, AUTH_RESPONSE, '')
    }
    if (!isAuthenticated) return void socket.destroy()
    // Clients send an empty packet after a command to find the end of its response.
    if (type !== COMMAND) return send(id, RESPONSE, '')
    const state = getState()
    if (state) runCommand(state, id, body)
  }

  function runCommand(state: ScenarioState, id: number, command: string): void {
    if (/^\/?list\b/.test(command)) {
      const online = state.online().filter((name) => !/[\s,]/.test(name))
      return send(id, RESPONSE, `There are ${online.length} of a max of 100 players online: ${online.join(', ')}`)
    }
    const response = state.console.record(command, 'rcon')
    if (response === 'kill') void state.killClient()
    if (response === 'kill' || response === 'disconnect') return void socket.destroy()
    send(id, RESPONSE, response === 'refuse' ? 'Unknown or incomplete command, see below for error' : 'ok')
  }

  function send(id: number, type: number, body: string): void {
    const text = Buffer.from(body)
    const packet = Buffer.alloc(HEADER_BYTES + text.length + 2)
    packet.writeInt32LE(packet.length - 4, 0)
    packet.writeInt32LE(id, 4)
    packet.writeInt32LE(type, 8)
    text.copy(packet, HEADER_BYTES)
    socket.write(packet)
  }
}
