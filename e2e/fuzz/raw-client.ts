import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import { createResponseReader, type WireResponse } from '../kit/load/response-reader.ts'
import type { Message } from './message.ts'

export type Exchange = { answers: WireResponse[]; closed: boolean; late: boolean; notHttp: string | undefined }

/** The server allows a slow client 15 s. Only a request that hangs takes longer than this on any machine. */
const ANSWER_TIMEOUT_MS = 60_000

/** Sends any bytes over TCP. After some messages, it opens a new connection from another address. */
export function createRawClient(port: number, messagesPerConnection: number) {
  let socket: Socket | undefined
  let sent = 0

  async function open(): Promise<Socket> {
    socket?.destroy()
    sent = 0
    const opened = connect({ host: '127.0.0.1', port, localAddress: nextAddress(), noDelay: true })
    await once(opened, 'connect')
    return opened.on('error', () => undefined)
  }

  return {
    async exchange(message: Message): Promise<Exchange> {
      try {
        if (!socket || socket.destroyed || sent >= messagesPerConnection) socket = await open()
        sent++
        return await exchange(socket, message)
      } catch (error) {
        const notHttp = `the server cannot be reached: ${String(error)}`
        return { answers: [], closed: false, late: false, notHttp }
      }
    },
    close: () => socket?.destroy(),
  }
}

let connections = 0

/**
 * Failed authentication is limited by address, and every address in 127.0.0.0/8 is this machine. One connection in
 * sixteen uses the same address, so that the limit is reached there.
 */
function nextAddress(): string {
  connections++
  return connections % 16 === 0 ? '127.0.0.1' : `127.1.${connections % 256}.${(connections >> 8) % 256}`
}

/** Sends a message and waits for an answer to each request, for the end of the connection, or for the time limit. */
async function exchange(socket: Socket, message: Message): Promise<Exchange> {
  const { methods, answerRequired, abandons } = message
  const reader = createResponseReader(methods)
  const result: Exchange = { answers: reader.responses, closed: false, late: false, notHttp: undefined }
  const closes = () => reader.responses.at(-1)?.closes === true
  const { promise: finished, resolve } = Promise.withResolvers<void>()

  function finish(change: Partial<Exchange> = {}): void {
    Object.assign(result, change)
    clearTimeout(timer)
    socket.off('data', read).off('close', close)
    resolve()
  }
  function read(chunk: Buffer): void {
    try {
      reader.push(chunk)
    } catch (error) {
      return finish({ notHttp: error instanceof Error ? error.message : String(error) })
    }
    if (answerRequired && (reader.responses.length >= methods.length || closes())) finish()
  }
  const close = () => finish({ closed: true })
  const timer = setTimeout(() => finish({ late: true }), ANSWER_TIMEOUT_MS)
  socket.on('data', read).on('close', close)

  await send(socket, message)
  if (abandons) socket.destroy()
  await finished
  if (!answerRequired || result.late || result.notHttp !== undefined || closes()) socket.destroy()
  // If the request is not valid HTTP, the server does not know that it answers a HEAD, and sends a body.
  const refusedHead = methods[reader.responses.length - 1] === 'HEAD' && closes()
  if (reader.unread() > 0 && !refusedHead) result.notHttp ??= 'the connection ended within an answer'
  return result
}

async function send(socket: Socket, { bytes, cuts = [], answerRequired }: Message): Promise<void> {
  let from = 0
  for (const cut of [...cuts, bytes.length]) {
    if (cut <= from) continue
    socket.write(bytes.subarray(from, cut))
    from = cut
    if (cut < bytes.length) await nextTick()
  }
  if (!answerRequired) socket.end()
}
