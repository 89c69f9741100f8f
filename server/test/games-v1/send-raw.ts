import { once } from 'node:events'
import { connect } from 'node:net'
import { requirePublished } from '../openapi.ts'

export type RawAnswer = { status: number; headers: Map<string, string>; body: string }

/**
 * Sends bytes as they are, for what no HTTP client would send, and gives every answer that came back until the
 * server closed the connection. Each part is sent when the one before it has been answered.
 */
export async function sendRaw(baseUrl: string, ...parts: string[]): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const closed = once(socket, 'close')
  const answers: RawAnswer[] = []
  let text = ''
  const sendNext = () => {
    const part = parts.shift()
    if (part !== undefined) socket.write(part)
  }
  socket.on('error', () => undefined)
  // One character is one byte, so lengths can be counted.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    for (let whole = readAnswer(text); whole; whole = readAnswer(text)) {
      answers.push(whole.answer)
      text = whole.rest
      sendNext()
    }
  })
  await once(socket, 'connect')
  sendNext()
  await closed
  return answers
}

/** One request as text; a connection that shall end says so in its headers. */
export function rawRequest(method: string, path: string, headers: string[], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: store', ...headers, '', body].join('\r\n')
}

/** A refusal as the interface publishes it, or an error. */
export function requireProblem({ status, headers, body }: RawAnswer): { code: string; requestId: string } {
  const problem = JSON.parse(body) as { code: string; requestId: string }
  requirePublished(
    { method: 'RAW', path: '' },
    { status, contentType: headers.get('content-type') ?? '', body: problem },
  )
  return problem
}

function readAnswer(text: string): { answer: RawAnswer; rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = Number(headers.get('content-length') ?? 0)
  if (text.length < end + 4 + length) return undefined
  const status = Number(first.split(' ')[1])
  const body = Buffer.from(text.slice(end + 4, end + 4 + length), 'latin1').toString()
  return { answer: { status, headers, body }, rest: text.slice(end + 4 + length) }
}
