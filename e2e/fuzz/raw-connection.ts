import { connect, type Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Message } from './message.ts'
import { createResponseReader, type WireResponse } from '../kit/response-reader.ts'

export type Exchange = { answers: WireResponse[]; closed: boolean; late: boolean; notHttp: string | undefined }

/** A TCP connection that sends any bytes. */
export class RawConnection {
  readonly #socket: Socket
  #open = true
  sent = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined).on('close', () => (this.#open = false))
  }

  static async open(port: number, localAddress: string): Promise<RawConnection> {
    const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
    await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
    return new RawConnection(socket)
  }

  get open(): boolean {
    return this.#open
  }

  close(): void {
    this.#open = false
    this.#socket.destroy()
  }

  /** Sends a message and waits for an answer to each request, for the end of the connection, or for the time limit. */
  async exchange(message: Message, limitMs: number): Promise<Exchange> {
    this.sent++
    const reader = createResponseReader(message.methods)
    const exchange: Exchange = { answers: reader.responses, closed: false, late: false, notHttp: undefined }
    const isLast = !message.answerRequired
    const wanted = isLast ? Number.POSITIVE_INFINITY : message.methods.length
    const finished = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        exchange.late = true
        resolve()
      }, limitMs)
      const stop = () => {
        clearTimeout(timer)
        this.#socket.off('data', read).off('close', closed)
        resolve()
      }
      const closed = () => {
        exchange.closed = true
        stop()
      }
      const read = (chunk: Buffer) => {
        try {
          reader.push(chunk)
        } catch (error) {
          exchange.notHttp = error instanceof Error ? error.message : String(error)
          stop()
        }
        if (reader.responses.length >= wanted || (!isLast && reader.responses.at(-1)?.closes)) stop()
      }
      this.#socket.on('data', read).on('close', closed)
      if (!this.#open) closed()
    })
    await this.#send(message)
    if (message.abandons) this.close()
    await finished
    if (isLast || exchange.late || exchange.notHttp !== undefined || reader.responses.at(-1)?.closes) this.close()
    // If the request is not valid HTTP, the server does not know that it answers a HEAD, and sends a body.
    const refusedHead =
      message.methods[reader.responses.length - 1] === 'HEAD' && reader.responses.at(-1)?.closes === true
    if (reader.unread() > 0 && !refusedHead) exchange.notHttp ??= 'the connection ended within an answer'
    return exchange
  }

  async #send({ bytes, cuts = [], answerRequired }: Message): Promise<void> {
    let from = 0
    for (const cut of [...cuts, bytes.length]) {
      if (cut <= from) continue
      this.#socket.write(bytes.subarray(from, cut))
      from = cut
      if (cut < bytes.length) await nextTick()
    }
    if (!answerRequired) this.#socket.end()
  }
}
