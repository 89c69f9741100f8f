import { connect, type Socket } from 'node:net'
import { type HttpResponse, parseResponse } from '../http-response.ts'
import type { SignedCallback } from './sign-callback.ts'

/**
 * Posts callbacks over persistent connections, one at a time on each, and returns the seconds that took. Uses sockets,
 * because a full HTTP client would take CPU time from the server on the same machine.
 */
export async function postCallbacks(port: number, callbacks: SignedCallback[], connections: number): Promise<number> {
  const requests = callbacks.map(toBytes)
  let next = 0

  async function postOnConnection(): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const readResponse = createReader(socket)
    for (let request = requests[next++]; request; request = requests[next++]) {
      socket.write(request)
      const { status, body } = await readResponse()
      if (!body.includes('"received":"applied"')) throw new Error(`A callback was not applied: ${status} ${body}`)
    }
    socket.end()
  }

  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, postOnConnection))
  return (performance.now() - startedAt) / 1000
}

function toBytes({ path, headers, body }: SignedCallback): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      'host: bench',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      ...lines,
      '',
      body,
    ].join('\r\n'),
  )
}

function createReader(socket: Socket): () => Promise<HttpResponse> {
  let received = ''
  let pending = Promise.withResolvers<HttpResponse>()
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1')
    const response = parseResponse(received)
    if (!response) return
    received = ''
    const { resolve } = pending
    pending = Promise.withResolvers()
    pending.promise.catch(() => undefined)
    resolve(response)
  })
  const fail = () => pending.reject(new Error('The server closed a connection'))
  socket.on('error', fail).on('close', fail)
  return () => pending.promise
}
