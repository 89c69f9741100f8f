export type HttpResponse = {
  status: number
  /** The server closes the connection after this response. */
  closes: boolean
  /** The header `Preference-Applied`. */
  preferenceApplied: string | undefined
  body: string
}

const STATUS_AT = 'HTTP/1.1 '.length

/** Parses the only response in the text, or returns undefined while it is incomplete. */
export function parseResponse(text: string): HttpResponse | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end + 2)
  const body = text.slice(end + 4)
  if (body.length < Number(findHeader(head, 'content-length') ?? 0)) return undefined
  return {
    status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
    closes: findHeader(head, 'connection') === 'close',
    preferenceApplied: findHeader(head, 'preference-applied'),
    body,
  }
}

function findHeader(head: string, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)\\r\\n`, 'i').exec(head)?.[1]
}
