import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const ADDRESSES = 200

/**
 * Forwards packets to a game that answers each address only once a second. Every packet gets another address of
 * 127.0.0.0/8, which is this machine.
 */
export async function relayUdp(gamePort: number): Promise<{ port: number; stop: () => Promise<void> }> {
  const front = createSocket('udp4')
  const behind = new Set<Socket>()
  let count = 0
  front.on('message', (packet, from) => {
    const socket = createSocket('udp4')
    behind.add(socket)
    socket.on('message', (answer) => front.send(answer, from.port, from.address))
    socket.bind(0, `127.0.0.${2 + (count++ % ADDRESSES)}`, () => socket.send(packet, gamePort, '127.0.0.1'))
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    port: front.address().port,
    stop: async () => {
      for (const socket of [front, ...behind]) socket.close()
    },
  }
}
