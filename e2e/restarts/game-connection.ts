import { connect, type Socket } from 'node:net'
import { setImmediate as breathe } from 'node:timers/promises'
import { createAnswerReader, type WireAnswer } from '../fuzz/read-answers.ts'

/**
 * `idleRace`: an idle connection was closed at the moment a request was written to it. `cut`: the answer ended early or
 * was none.
 */
export type Loss = 'refused' | 'reset' | 'idleRace' | 'unanswered' | 'cut' | 'late'

export class ConnectionLost extends Error {
  readonly loss: Loss

  constructor(loss: Loss, message: string) {
    super(message)
    this.name = 'ConnectionLost'
    this.loss = loss
  }
}

/** A request cannot have been on its way for longer than this when the other side closed an idle connection. */
const RACE_MS = 50

type Exchange = {
  reader: ReturnType<typeof createAnswerReader>
  at: number
  settle: (result: WireAnswer | Error) => void
}

/** One connection of a game server that sends one request after the other and looks closely at how it ends. */
export class GameConnection {
  readonly #socket: Socket
  readonly #onReset: () => void
  #exchange: Exchange | undefined
  #answers = 0
  #open = true

  private constructor(socket: Socket, onReset: () => void) {
    this.#socket = socket
    this.#onReset = onReset
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('end', () => this.#lose('unanswered', 'the server closed the connection'))
    socket.on('error', (error) => this.#lose('reset', error.message))
    socket.on('close', () => this.#lose('unanswered', 'the connection closed'))
  }

  /** `onReset` hears of an idle connection that is torn down instead of closed. */
  static async open(port: number, onReset: () => void): Promise<GameConnection> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    await new Promise<void>((done, fail) => {
      socket.once('connect', done).once('error', (error) => fail(new ConnectionLost('refused', error.message)))
    })
    socket.removeAllListeners('error')
    return new GameConnection(socket, onReset)
  }

  get open(): boolean {
    return this.#open
  }

  /** Throws ConnectionLost. */
  async send(request: { method: string; text: string }, limitMs: number): Promise<WireAnswer> {
    const answer = await new Promise<WireAnswer>((resolve, reject) => {
      const timer = setTimeout(() => this.#lose('late', `no answer within ${limitMs / 1_000} s`), limitMs)
      const settle = (result: WireAnswer | Error) => {
        clearTimeout(timer)
        this.#exchange = undefined
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      this.#exchange = { reader: createAnswerReader([request.method]), at: performance.now(), settle }
      this.#socket.write(request.text)
    })
    this.#answers++
    if (answer.closes) this.close()
    return answer
  }

  /** Lets a close that has already arrived be seen, as a client does that looks before it writes. */
  async look(): Promise<void> {
    await breathe()
  }

  close(): void {
    this.#open = false
    this.#socket.removeAllListeners('end').removeAllListeners('close')
    this.#socket.removeAllListeners('error').on('error', () => undefined)
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    const exchange = this.#exchange
    if (!exchange) return this.#lose('cut', 'bytes came that nobody asked for')
    try {
      exchange.reader.push(chunk)
    } catch (error) {
      return this.#lose('cut', error instanceof Error ? error.message : String(error))
    }
    const [answer] = exchange.reader.answers
    if (!answer) return
    if (exchange.reader.unread() > 0) this.#lose('cut', 'bytes follow the answer')
    else exchange.settle(answer)
  }

  #lose(loss: Loss, message: string): void {
    const exchange = this.#exchange
    const wasOpen = this.#open
    this.close()
    if (!exchange) {
      if (wasOpen && loss === 'reset') this.#onReset()
      return
    }
    const begun = exchange.reader.unread() > 0
    const isRace = this.#answers > 0 && performance.now() - exchange.at < RACE_MS
    const closed = loss === 'reset' || loss === 'unanswered'
    const kind = closed && begun ? 'cut' : closed && isRace ? 'idleRace' : loss
    exchange.settle(new ConnectionLost(kind, message))
  }
}
