import { randomUUID } from 'node:crypto'

export type MockResponse = { status: number; headers?: Record<string, string>; body: string }

const PROBLEMS: Record<string, [status: number, title: string]> = {
  unauthorized: [401, 'The key is missing or not valid'],
  invalid_request: [400, 'The request is not valid'],
  not_found: [404, 'Not found'],
  rate_limited: [429, 'Too many requests'],
  unavailable: [503, 'The store is unavailable'],
}

export function okResponse(body: object): MockResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** An error response in the format of a real store: RFC 9457 with a `code` and a `requestId`. */
export function problemResponse(code: string, detail: string, headers: Record<string, string> = {}): MockResponse {
  const [status, title] = PROBLEMS[code] ?? [500, 'Internal error']
  const requestId = randomUUID()
  const type = `urn:quartermaster:problem:${code}`
  return {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': requestId, ...headers },
    body: JSON.stringify({ type, title, status, detail, code, requestId }),
  }
}
