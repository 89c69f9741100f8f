import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { ConsoleError, type ConsoleSettings } from '../dialect.ts'

/** Responses have no end marker. A packet that is not full is the last one; more packets can follow a full one. */
const FULL_PACKET_BYTES = 700
const QUIET_MS = 20
const QUIET_AFTER_FULL_PACKET_MS = 200

/**
 * Returns a function that sends one datagram and collects the response. Each exchange uses its own local port, so a
 * late response is never mistaken for the response to another request.
 */
export function createUdpExchange({ host, port, timeoutMs }: ConsoleSettings) {
  return async (bytes: Buffer, signal: AbortSignal): Promise<Buffer[]> => {
    const socket = await openSocket(host, port)
    try {
      return await sendAndReceive(socket, { bytes, timeoutMs, signal, address: `${host}:${port}` })
    } finally {
      socket.close()
    }
  }
}

async function openSocket(host: string, port: number): Promise<Socket> {
  try {
    const { address, family } = await lookup(host)
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.connect(port, address, resolve)
    })
    socket.removeAllListeners('error')
    return socket
  } catch (error) {
    throw new ConsoleError(`Cannot reach the console at ${host}:${port}. Check console.host`, {
      mayHaveRun: false,
      cause: error,
    })
  }
}

type Exchange = { bytes: Buffer; timeoutMs: number; signal: AbortSignal; address: string }

async function sendAndReceive(socket: Socket, { bytes, timeoutMs, signal, address }: Exchange): Promise<Buffer[]> {
  const packets: Buffer[] = []
  let quietTimer: NodeJS.Timeout | undefined
  let fail: (reason: string, mayHaveRun: boolean) => void = () => {}
  const onAbort = () => fail('the console was closed', true)
  const timer = setTimeout(() => fail(`no response within ${timeoutMs} ms`, true), timeoutMs)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      fail = (reason, mayHaveRun) => reject(new ConsoleError(`The command was not answered: ${reason}`, { mayHaveRun }))
      // Only one datagram was sent from this port, so an ICMP error is about that one.
      socket.on('error', (error) => fail(`${address} accepts no packets (${error.message})`, !isRefusal(error)))
      socket.on('message', (packet) => {
        packets.push(packet)
        clearTimeout(timer)
        clearTimeout(quietTimer)
        const quietMs = packet.length < FULL_PACKET_BYTES ? QUIET_MS : QUIET_AFTER_FULL_PACKET_MS
        quietTimer = setTimeout(() => resolve(packets), quietMs)
      })
      socket.send(bytes)
    })
  } finally {
    clearTimeout(timer)
    clearTimeout(quietTimer)
    signal.removeEventListener('abort', onAbort)
  }
}

function isRefusal(error: Error): boolean {
  return 'code' in error && error.code === 'ECONNREFUSED'
}
