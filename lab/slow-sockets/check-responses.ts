import { createResponseReader } from '../../e2e/kit/load/response-reader.ts'

type Check = { statuses: number[]; problem?: string }

/**
 * Checks that everything that was read from a connection is complete, well-formed responses. With `longBody`, the body
 * of the response to a poll, the last response may be incomplete, but each of its bytes must be correct.
 */
export function checkResponses(bytes: Buffer[], longBody: Buffer | undefined): Check {
  const reader = createResponseReader()
  const all = Buffer.concat(bytes)
  try {
    reader.push(all)
  } catch (error) {
    return { statuses: [], problem: error instanceof Error ? error.message : String(error) }
  }
  const statuses = reader.responses.map(({ status }) => status)
  for (const { status, body } of reader.responses) {
    if (status === 200 && longBody ? !body.equals(longBody) : !isJson(body)) {
      return { statuses, problem: `wrong body in a response with ${status}: ${body.toString('utf8', 0, 200)}` }
    }
  }
  const rest = all.subarray(all.length - reader.unread())
  const problem = rest.length === 0 ? undefined : longBody ? checkPart(rest, longBody) : `cut: ${rest.toString()}`
  return { statuses, ...(problem !== undefined && { problem }) }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString())
    return true
  } catch {
    return false
  }
}

function checkPart(part: Buffer, longBody: Buffer): string | undefined {
  const text = part.toString('latin1')
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) {
    const isHead = /^HTTP\/1\.1 \d{3}/.test(text) || 'HTTP/1.1 200'.startsWith(text.slice(0, 9))
    return isHead ? undefined : `not the beginning of a response: ${JSON.stringify(text.slice(0, 200))}`
  }
  if (!text.startsWith('HTTP/1.1 200 ')) return undefined
  const body = part.subarray(headEnd + 4)
  const isCorrect = body.equals(longBody.subarray(0, body.length))
  return isCorrect ? undefined : `wrong bytes: ${body.toString('utf8', 0, 200)}`
}
