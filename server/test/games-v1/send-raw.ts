import { once } from 'node:events'
import { connect } from 'node:net'
import { requirePublished } from '../openapi.ts'

export type RawResponse = { status: number; headers: Map<string, string>; body: string }

/**
 * Sends raw bytes, for requests that no HTTP client would send, and returns all responses until the server closes the
 * connection. Each part is sent after the response to the previous one.
 */
export async function sendRaw(baseUrl: string, ...parts: string[]): Promise<RawResponse[]> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const closed = once(socket, 'close')
  const responses: RawResponse[] = []
  let text = ''
  const sendNext = () => {
    const part = parts.shift()
    if (part !== undefined) socket.write(part)
  }
  socket.on('error', () => undefined)
  // In latin1 one character is one byte, so the length of the text is the number of bytes.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    for (let whole = readResponse(text); whole; whole = readResponse(text)) {
      responses.push(whole.response)
      text = whole.rest
      sendNext()
    }
  })
  await once(socket, 'connect')
  sendNext()
  await closed
  return responses
}

/** One request as text. Add `Connection: close` to the headers to end the connection. */
export function rawRequest(method: string, path: string, headers: string[], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: store', ...headers, '', body].join('\r\n')
}

/** Checks an error response against the published document. */
export function requireProblem({ status, headers, body }: RawResponse): { code: string; requestId: string } {
  const problem = JSON.parse(body) as { code: string; requestId: string }
  requirePublished(
    { method: 'RAW', path: '' },
    { status, contentType: headers.get('content-type') ?? '', body: problem },
  )
  return problem
}

function readResponse(text: string): { response: RawResponse; rest: string } | undefined {
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
  return { response: { status, headers, body }, rest: text.slice(end + 4 + length) }
}
