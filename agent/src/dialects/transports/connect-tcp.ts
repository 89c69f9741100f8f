import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ConsoleError, type ConsoleSettings } from '../dialect.ts'

const KEEP_ALIVE_MS = 30_000

/** Opens a TCP connection to a console. Rejects with a ConsoleError that tells the owner why there is none. */
export async function connectTcp(settings: ConsoleSettings, signal: AbortSignal): Promise<Socket> {
  const { host, port, timeoutMs, tls } = settings
  signal.throwIfAborted()
  const socket = tls
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port })
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => {
      finish()
      socket.destroy()
      reject(
        new ConsoleError(`Cannot connect to the console at ${host}:${port}: ${reason}`, { mayHaveRun: false, cause }),
      )
    }
    const onError = (error: Error) => fail(describeError(error), error)
    const onAbort = () => fail('the agent is stopping', signal.reason)
    const timer = setTimeout(() => fail(`no response within ${timeoutMs} ms`), timeoutMs)
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError)
      // Without a listener, an error after this point would end the process.
      socket.on('error', () => {})
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', onError)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      finish()
      socket.setNoDelay(true)
      socket.setKeepAlive(true, KEEP_ALIVE_MS)
      resolve(socket)
    })
  })
}

const REASONS: Record<string, string> = {
  ECONNREFUSED:
    'nothing listens on this port. Check that the game server is running and that its remote console is enabled',
  ENOTFOUND: 'no host has this name. Check console.host',
  EAI_AGAIN: 'the name of the host cannot be resolved at the moment',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'the connection was reset',
}

function describeError(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REASONS[code] ?? error.message
}
