import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { ConsoleError, type ConsoleSettings } from './dialect.ts'

/** An answer has no mark for its end. One packet that is not full is all of it; a full one may be followed. */
const FULL_BYTES = 700
const QUIET_MS = 20
const QUIET_AFTER_FULL_MS = 200

/**
 * One datagram out, its answers in. Each exchange has a port of its own, so a late answer is never taken for that of
 * another question.
 */
export function createUdpExchange({ host, port, timeoutMs }: ConsoleSettings) {
  return async (bytes: Buffer, signal: AbortSignal): Promise<Buffer[]> => {
    const socket = await openSocket(host, port)
    try {
      return await converse(socket, { bytes, timeoutMs, signal, where: `${host}:${port}` })
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
    throw new ConsoleError(`There is no way to ${host}:${port}`, { mayHaveRun: false, cause: error })
  }
}

type Exchange = { bytes: Buffer; timeoutMs: number; signal: AbortSignal; where: string }

async function converse(socket: Socket, { bytes, timeoutMs, signal, where }: Exchange): Promise<Buffer[]> {
  const packets: Buffer[] = []
  let quiet: NodeJS.Timeout | undefined
  let fail: (reason: string, mayHaveRun: boolean) => void = () => {}
  const onAbort = () => fail('the console was closed', true)
  const timer = setTimeout(() => fail(`no answer within ${timeoutMs} ms`, true), timeoutMs)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      fail = (reason, mayHaveRun) => reject(new ConsoleError(`The command was not answered: ${reason}`, { mayHaveRun }))
      // One datagram left from this port: what is said to be unreachable is that one.
      socket.on('error', (error) => fail(`${where} takes no packets (${error.message})`, !isRefusal(error)))
      socket.on('message', (packet) => {
        packets.push(packet)
        clearTimeout(timer)
        clearTimeout(quiet)
        quiet = setTimeout(() => resolve(packets), packet.length < FULL_BYTES ? QUIET_MS : QUIET_AFTER_FULL_MS)
      })
      socket.send(bytes)
    })
  } finally {
    clearTimeout(timer)
    clearTimeout(quiet)
    signal.removeEventListener('abort', onAbort)
  }
}

function isRefusal(error: Error): boolean {
  return 'code' in error && error.code === 'ECONNREFUSED'
}
