import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ConsoleError, type ConsoleSettings } from './dialect.ts'

/** A TCP connection to a console, or a ConsoleError that says in plain words why there is none. */
export async function connect(settings: ConsoleSettings, signal: AbortSignal): Promise<Socket> {
  const { host, port, timeoutMs, tls } = settings
  signal.throwIfAborted()
  const socket = tls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => {
      finish()
      socket.destroy()
      reject(
        new ConsoleError(`No connection to the console at ${host}:${port}: ${reason}`, { mayHaveRun: false, cause }),
      )
    }
    const onError = (error: Error) => fail(explain(error), error)
    const onAbort = () => fail('it was called off', signal.reason)
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs} ms`), timeoutMs)
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError)
      // Whoever destroys the socket next must not need a listener.
      socket.on('error', () => {})
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', onError)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      finish()
      socket.setNoDelay(true)
      socket.setKeepAlive(true, 30_000)
      resolve(socket)
    })
  })
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Is the game server running, and is its remote console switched on?',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no answer',
  ECONNRESET: 'it was cut at once',
}

function explain(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REASONS[code] ?? error.message
}
