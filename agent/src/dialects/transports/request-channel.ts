import { ConsoleError } from '../dialect.ts'

/** Sends one request at a time over a connection. Messages that arrive between requests are dropped. */
export type RequestChannel<Outgoing, Message> = {
  /**
   * Sends a request and resolves with the value that `onMessage` passes to `resolve`. If there is no response in time,
   * the channel closes, because a late response could be mistaken for the response to the next request. Without data
   * nothing is sent, and the channel only waits for a message.
   */
  request: <Response>(data: Outgoing | undefined, onMessage: OnMessage<Message, Response>) => Promise<Response>
  /** Sends more data for the current request. */
  send: (data: Outgoing) => void
  closed: Promise<void>
  close: () => Promise<void>
}

type OnMessage<Message, Response> = (message: Message, resolve: (response: Response) => void) => void

type Connection<Outgoing> = {
  /** Returns false if it is certain that nothing was sent. */
  send: (data: Outgoing) => boolean
  destroy: () => void
  closed: Promise<void>
}

/** The events that a connection reports to its channel. */
type ConnectionEvents<Message> = {
  receive: (message: Message) => void
  /** Closes the channel. The reason is shown to the owner, so it never contains a password. */
  fail: (reason: string, cause?: unknown) => void
}

type CurrentRequest<Message> = {
  receive: (message: Message) => void
  fail: (reason: string, options: { mayHaveRun: boolean; cause?: unknown }) => void
}

export function createRequestChannel<Outgoing, Message>(
  connection: Connection<Outgoing>,
  timeoutMs: number,
): RequestChannel<Outgoing, Message> & ConnectionEvents<Message> {
  let current: CurrentRequest<Message> | undefined
  let closeReason: string | undefined

  function fail(reason: string, cause?: unknown): void {
    closeReason ??= reason
    connection.destroy()
    current?.fail(`The command was not answered: ${reason}`, { mayHaveRun: true, cause })
  }

  return {
    request(data, onMessage) {
      if (closeReason !== undefined) return Promise.reject(notSent(closeReason))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail(`no response within ${timeoutMs} ms`), timeoutMs)
        const finish = () => {
          clearTimeout(timer)
          current = undefined
        }
        const request: CurrentRequest<Message> = {
          receive: (message) =>
            onMessage(message, (response) => {
              if (current !== request) return
              finish()
              resolve(response)
            }),
          fail(reason, { mayHaveRun, cause }) {
            finish()
            reject(new ConsoleError(reason, { mayHaveRun: mayHaveRun && data !== undefined, cause }))
          },
        }
        current = request
        if (data === undefined || connection.send(data)) return
        finish()
        reject(notSent('the connection is closing'))
      })
    },
    send: (data) => void connection.send(data),
    receive: (message) => current?.receive(message),
    fail,
    closed: connection.closed,
    async close() {
      fail('the console was closed')
      await connection.closed
    },
  }
}

function notSent(reason: string): ConsoleError {
  return new ConsoleError(`The command was not sent: ${reason}`, { mayHaveRun: false })
}
