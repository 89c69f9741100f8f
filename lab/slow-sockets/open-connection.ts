import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Connection = Exclude<Awaited<ReturnType<typeof openConnection>>, undefined>

type Address = { port: number; localAddress?: string }

/**
 * With `readBytes`, at most that many bytes are read each time the socket is resumed. Otherwise, everything is read as it
 * arrives. Undefined if the server does not accept the connection.
 */
export async function openConnection({ port, localAddress = '127.0.0.1' }: Address, readBytes?: number) {
  const bytes: Buffer[] = []
  const callback = (length: number, buffer: Uint8Array) => {
    bytes.push(Buffer.from(buffer.subarray(0, length)))
    return false
  }
  const reading = readBytes === undefined ? {} : { onread: { buffer: Buffer.alloc(readBytes), callback } }
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true, ...reading })
  const closing = new AbortController()
  socket.once('close', () => closing.abort())
  // The server is expected to close the connection.
  socket.on('error', () => undefined)
  if (readBytes === undefined) socket.on('data', (chunk) => void bytes.push(chunk))
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  if (!isOpen) return undefined
  return {
    socket,
    bytes,
    isClosed: () => closing.signal.aborted,
    /** Ends early if the connection is closed. */
    pause: (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined),
  }
}
