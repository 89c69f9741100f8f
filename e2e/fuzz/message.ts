export type Header = [name: string, value: string]

/** Bytes for one connection: usually one HTTP request. */
export type Message = {
  /** The figures count messages by kind. */
  kind: string
  bytes: Buffer
  /** The methods of the requests in it, in order. */
  methods: string[]
  /**
   * The message follows HTTP, so the server must answer each request. After any other message, the client closes its
   * side of the connection, because the server may wait for more bytes.
   */
  answerRequired: boolean
  /** Offsets at which the message is split into several writes. */
  cuts?: number[]
  /** The client closes the connection at once, without reading an answer. */
  abandons?: boolean
}

type RequestParts = { method: string; target: string; version?: string; headers: Header[]; body: Buffer }

/** The bytes of a request. The characters of its texts are bytes. */
export function formatRequest({ method, target, version = 'HTTP/1.1', headers, body }: RequestParts): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`${method} ${target} ${version}\r\n${lines}\r\n`, 'latin1'), body])
}

/** A body in chunks, with a header after the last one. */
export function encodeChunks(parts: Buffer[], trailer?: Header): Buffer {
  const chunks = parts
    .filter((part) => part.length > 0)
    .flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  const end = trailer ? `0\r\n${trailer.join(': ')}\r\n\r\n` : '0\r\n\r\n'
  return Buffer.concat([...chunks, Buffer.from(end, 'latin1')])
}

/** Returns text that is not valid as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
