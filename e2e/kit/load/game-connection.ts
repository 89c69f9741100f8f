import { connect, type Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import { createResponseReader, type WireResponse } from './response-reader.ts'

/**
 * `idleRace`: the server closed an idle connection at the moment when a request was written to it. `cut`: the response
 * ended early or was not HTTP.
 */
export type ConnectionFailure = 'refused' | 'reset' | 'idleRace' | 'noResponse' | 'cut' | 'timeout'

export class ConnectionLost extends Error {
  readonly failure: ConnectionFailure

  constructor(failure: ConnectionFailure, message: string) {
    super(message)
    this.name = 'ConnectionLost'
    this.failure = failure
  }
}

export type GameRequest = {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** JSON. */
  body?: string
}

/** Without it, the system chooses the address and port of the client. */
type LocalAddress = { localAddress?: string; localPort?: number }

/** A request cannot be in transit for longer than this when the server closes an idle connection. */
const RACE_MS = 50

type Exchange = {
  reader: ReturnType<typeof createResponseReader>
  startedAt: number
  finish: (result: WireResponse | Error) => void
}

/** One connection that sends one request after the other, and reports exactly how it ends. */
export class GameConnection {
  readonly #socket: Socket
  readonly #onIdleReset: () => void
  #exchange: Exchange | undefined
  #responses = 0
  #isOpen = true

  private constructor(socket: Socket, onIdleReset: () => void) {
    this.#socket = socket
    this.#onIdleReset = onIdleReset
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('end', () => this.#lose('noResponse', 'the server closed the connection'))
    socket.on('error', (error) => this.#lose('reset', error.message))
    socket.on('close', () => this.#lose('noResponse', 'the connection closed'))
  }

  static async open(port: number, onIdleReset: () => void, local: LocalAddress = {}): Promise<GameConnection> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, ...local })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', (error) => reject(new ConnectionLost('refused', error.message)))
    })
    socket.removeAllListeners('error')
    return new GameConnection(socket, onIdleReset)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Throws ConnectionLost. */
  async send(request: GameRequest, timeoutMs: number): Promise<WireResponse> {
    const response = await new Promise<WireResponse>((resolve, reject) => {
      const timer = setTimeout(() => this.#lose('timeout', `no response within ${timeoutMs / 1_000} s`), timeoutMs)
      const finish = (result: WireResponse | Error) => {
        clearTimeout(timer)
        this.#exchange = undefined
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      this.#exchange = { reader: createResponseReader([request.method]), startedAt: performance.now(), finish }
      this.#socket.write(formatRequest(request))
    })
    this.#responses++
    if (response.closes) this.close()
    return response
  }

  /** Handles a close that has already arrived, as a client does that checks its connection before it writes. */
  async checkClosed(): Promise<void> {
    await nextTick()
  }

  /** Ends the request in progress without a response. */
  abort(): void {
    this.#lose('noResponse', 'the client aborted the request')
  }

  close(): void {
    this.#isOpen = false
    this.#socket.removeAllListeners('end').removeAllListeners('close')
    this.#socket.removeAllListeners('error').on('error', () => undefined)
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    const exchange = this.#exchange
    if (!exchange) return this.#lose('cut', 'bytes arrived without a request')
    try {
      exchange.reader.push(chunk)
    } catch (error) {
      return this.#lose('cut', error instanceof Error ? error.message : String(error))
    }
    const [response] = exchange.reader.responses
    if (!response) return
    if (exchange.reader.unread() > 0) this.#lose('cut', 'bytes follow the response')
    else exchange.finish(response)
  }

  #lose(failure: ConnectionFailure, message: string): void {
    const exchange = this.#exchange
    const wasOpen = this.#isOpen
    this.close()
    if (!exchange) {
      if (wasOpen && failure === 'reset') this.#onIdleReset()
      return
    }
    const isClose = failure === 'reset' || failure === 'noResponse'
    const hasBegun = exchange.reader.unread() > 0
    const isRace = this.#responses > 0 && performance.now() - exchange.startedAt < RACE_MS
    const kind = isClose && hasBegun ? 'cut' : isClose && isRace ? 'idleRace' : failure
    exchange.finish(new ConnectionLost(kind, message))
  }
}

/** The bytes of a request. */
export function formatRequest({ method, path, headers, body = '' }: GameRequest): string {
  const content = body !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: 'localhost', ...content, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
