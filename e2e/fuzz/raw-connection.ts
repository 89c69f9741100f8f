import { connect, type Socket } from 'node:net'
import { setImmediate as breathe } from 'node:timers/promises'
import { createResponseReader, type WireResponse } from '../kit/response-reader.ts'

export type Message = {
  bytes: Buffer
  /** Of the requests in it, in order. */
  methods: string[]
  /** Where to cut it into several writes. */
  cuts: number[]
  /** Nothing more comes after this: the half that sends is closed, so the server need not wait for more. */
  ends: boolean
  /** Goes away at once, without looking at an answer. */
  abandons: boolean
}

export type Exchange = { answers: WireResponse[]; closed: boolean; late: boolean; notHttp: string | undefined }

/** One TCP connection that sends whatever bytes it is given. */
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

  /** Sends, and waits for an answer to each request, for the end of the connection, or for the limit. */
  async exchange(message: Message, limitMs: number): Promise<Exchange> {
    this.sent++
    const reader = createResponseReader(message.methods)
    const exchange: Exchange = { answers: reader.responses, closed: false, late: false, notHttp: undefined }
    const wanted = message.ends ? Number.POSITIVE_INFINITY : message.methods.length
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
        if (reader.responses.length >= wanted || (!message.ends && reader.responses.at(-1)?.closes)) stop()
      }
      this.#socket.on('data', read).on('close', closed)
      if (!this.#open) closed()
    })
    await this.#send(message)
    if (message.abandons) this.close()
    await finished
    if (message.ends || exchange.late || exchange.notHttp !== undefined || reader.responses.at(-1)?.closes) this.close()
    // Where HTTP itself is broken the server does not know that it answers a HEAD, and sends its whole refusal.
    const refusedHead =
      message.methods[reader.responses.length - 1] === 'HEAD' && reader.responses.at(-1)?.closes === true
    if (reader.unread() > 0 && !refusedHead) exchange.notHttp ??= 'the connection ended in the middle of an answer'
    return exchange
  }

  async #send({ bytes, cuts, ends }: Message): Promise<void> {
    let from = 0
    for (const cut of [...cuts, bytes.length]) {
      if (cut <= from) continue
      this.#socket.write(bytes.subarray(from, cut))
      from = cut
      if (cut < bytes.length) await breathe()
    }
    if (ends) this.#socket.end()
  }
}
