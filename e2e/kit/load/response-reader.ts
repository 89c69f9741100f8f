/** `size` is the number of bytes on the wire. */
export type WireResponse = Head & { body: Buffer; size: number }

type Head = { status: number; headers: Map<string, string>; closes: boolean }

/**
 * Parses HTTP responses from a stream of bytes. `methods` are the methods of the requests in order, because a response
 * to HEAD has a length but no body. Throws if the bytes are not HTTP.
 */
export function createResponseReader(methods: string[] = []) {
  const responses: WireResponse[] = []
  let rest: Buffer = Buffer.alloc(0)

  return {
    responses,
    /** Bytes of a response that is not complete yet. */
    unread: () => rest.length,
    push(chunk: Buffer): void {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        const read = readOne(rest, methods[responses.length] ?? 'GET')
        if (!read) return
        rest = rest.subarray(read.end)
        // 100 Continue precedes the response.
        if (read.response.status >= 200) responses.push({ ...read.response, size: read.end })
      }
    },
  }
}

function readOne(bytes: Buffer, method: string): { response: Omit<WireResponse, 'size'>; end: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const start = headEnd + 4
  const { length, ...head } = readHead(bytes.toString('latin1', 0, headEnd))
  const hasNoBody = method === 'HEAD' || head.status < 200 || head.status === 204 || head.status === 304
  if (hasNoBody) return { response: { ...head, body: Buffer.alloc(0) }, end: start }
  if (head.headers.get('transfer-encoding') === 'chunked') {
    const chunked = readChunks(bytes, start)
    return chunked && { response: { ...head, body: chunked.body }, end: chunked.end }
  }
  const end = start + length
  return bytes.length < end ? undefined : { response: { ...head, body: bytes.subarray(start, end) }, end }
}

function readHead(text: string): Head & { length: number } {
  const [first = '', ...lines] = text.split('\r\n')
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]
  if (status === undefined) throw new Error(`not an HTTP response: ${JSON.stringify(first.slice(0, 100))}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new Error(`not a header line: ${JSON.stringify(line.slice(0, 100))}`)
    }
    headers.set(name.toLowerCase(), value)
  }
  const length = Number(headers.get('content-length') ?? 0)
  return { status: Number(status), headers, length, closes: headers.get('connection')?.toLowerCase() === 'close' }
}

function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (Number.isNaN(size)) throw new Error('not a chunk')
    const end = lineEnd + 2 + size + 2
    if (bytes.length < end) return undefined
    if (size === 0) return { body: Buffer.concat(parts), end }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = end
  }
}
