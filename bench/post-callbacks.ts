import { connect, type Socket } from 'node:net'
import type { SignedCallback } from './signed-callback.ts'

/**
 * Posts callbacks over kept connections, one at a time on each, and counts what was answered. Written on bare sockets:
 * on two cores a comfortable client would take the machine from the server that is measured.
 */
export async function postCallbacks(
  port: number,
  callbacks: SignedCallback[],
  { connections }: { connections: number },
): Promise<{ seconds: number; applied: number }> {
  const requests = callbacks.map(toBytes)
  let next = 0
  let applied = 0

  async function lane(): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const read = reader(socket)
    for (;;) {
      const request = requests[next++]
      if (!request) break
      socket.write(request)
      const answer = await read()
      if (answer.includes('"received":"applied"')) applied++
      else throw new Error(`a callback was answered with:\n${answer}`)
    }
    socket.end()
  }

  const begun = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  return { seconds: (performance.now() - begun) / 1000, applied }
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

/** Answers are short and come whole or in a few pieces; the length in the head tells when one is complete. */
function reader(socket: Socket): () => Promise<string> {
  let text = ''
  let waiting: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (text.length < end + 4 + length) return
    const answer = text
    text = ''
    waiting?.resolve(answer)
  })
  const fail = (): void => waiting?.reject(new Error('the server closed a connection'))
  socket.on('error', fail).on('close', fail)
  return () => new Promise((resolve, reject) => void (waiting = { resolve, reject }))
}
