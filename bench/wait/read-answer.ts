export type Answer = {
  status: number
  /** The server will close the connection. */
  closes: boolean
  /** What `Preference-Applied` says, if it is there. */
  applied: string | undefined
  body: string
}

const STATUS_AT = 'HTTP/1.1 '.length

/** The one answer in the bytes so far, or undefined while something of it is still to come. A connection has one request under way. */
export function readAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end + 2)
  const body = text.slice(end + 4)
  if (body.length < Number(header(head, 'content-length') ?? 0)) return undefined
  return {
    status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
    closes: header(head, 'connection') === 'close',
    applied: header(head, 'preference-applied'),
    body,
  }
}

function header(head: string, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)\\r\\n`, 'i').exec(head)?.[1]
}
