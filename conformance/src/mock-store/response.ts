import { randomUUID } from 'node:crypto'

export type Answer = { status: number; headers?: Record<string, string>; body: string }

const TITLES: Record<string, [number, string]> = {
  unauthorized: [401, 'The key is missing or not valid'],
  invalid_request: [400, 'The request is not valid'],
  not_found: [404, 'No such thing'],
  method_not_allowed: [405, 'This address does not know that method'],
  rate_limited: [429, 'Too many requests'],
  unavailable: [503, 'The store cannot answer now'],
}

export function ok(body: object, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** A refusal in the form of the real store: RFC 9457, with a code that programs read. */
export function problem(code: string, detail: string, headers: Record<string, string> = {}): Answer {
  const [status, title] = TITLES[code] ?? [500, 'Something broke']
  const requestId = randomUUID()
  const type = `urn:quartermaster:problem:${code}`
  return {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': requestId, ...headers },
    body: JSON.stringify({ type, title, status, detail, code, requestId }),
  }
}
