import { ConsoleError, type ConsoleSettings } from '../dialect.ts'
import { connectTcp } from './connect-tcp.ts'
import { createRequestChannel, type RequestChannel } from './request-channel.ts'

/** Far above what games send. Node itself accepts messages of up to 128 MiB. */
const MAX_MESSAGE_LENGTH = 16 * 1_048_576

/** A request channel that sends and receives text messages over Node's own WebSocket. */
export async function openWebSocketChannel(
  settings: ConsoleSettings,
  path: string,
  signal: AbortSignal,
): Promise<RequestChannel<readonly string[], string>> {
  signal.throwIfAborted()
  const socket = createWebSocket(settings, path)
  if (!socket) return explainFailure(settings, signal)
  const channel = attachChannel(socket, settings.timeoutMs)
  return (await waitUntilOpen(socket, settings, signal)) ? channel : explainFailure(settings, signal)
}

/** Returns undefined if the host is not valid in a URL. */
function createWebSocket({ host, port, tls }: ConsoleSettings, path: string): WebSocket | undefined {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  try {
    // A `#` would begin the fragment of the URL, which WebSocket refuses.
    return new WebSocket(`${tls ? 'wss' : 'ws'}://${address}${path.replaceAll('#', '%23')}`)
  } catch {
    return undefined
  }
}

function attachChannel(socket: WebSocket, timeoutMs: number): RequestChannel<readonly string[], string> {
  let markClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve
  })
  const channel = createRequestChannel<readonly string[], string>(
    {
      send(messages) {
        if (socket.readyState !== WebSocket.OPEN) return false
        for (const message of messages) socket.send(message)
        return true
      },
      destroy() {
        socket.close()
        // A game that hangs never completes the closing handshake, so nothing waits for it.
        markClosed()
      },
      closed,
    },
    timeoutMs,
  )
  socket.addEventListener('close', () => channel.fail('the game closed the connection'))
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return
    if (data.length > MAX_MESSAGE_LENGTH) channel.fail(`the game sent a message of ${data.length} characters`)
    else channel.receive(data)
  })
  return channel
}

/** Returns false if the connection was refused. Throws after the timeout, and when the signal is aborted. */
async function waitUntilOpen(
  socket: WebSocket,
  { host, port, timeoutMs }: ConsoleSettings,
  signal: AbortSignal,
): Promise<boolean> {
  let cancel: (reason: string) => void = () => {}
  const onAbort = () => cancel('the agent is stopping')
  const timer = setTimeout(() => cancel(`no response within ${timeoutMs} ms`), timeoutMs)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      cancel = (reason) => {
        reject(new ConsoleError(`Cannot connect to the console at ${host}:${port}: ${reason}`, { mayHaveRun: false }))
        socket.close()
      }
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('close', () => resolve(false))
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** WebSocket does not say why a connection failed, so a plain connection finds out. */
async function explainFailure(settings: ConsoleSettings, signal: AbortSignal): Promise<never> {
  const socket = await connectTcp(settings, signal)
  socket.destroy()
  const { host, port } = settings
  throw new ConsoleError(
    `Cannot connect to the console at ${host}:${port}: the server does not accept WebSocket connections. Check console.port`,
    { mayHaveRun: false },
  )
}
