import { createAnswerReader } from '../fuzz/read-answers.ts'

type Judgement = { statuses: number[]; fault?: string }

/**
 * Whether all that was read of a connection is whole, well-formed answers. With `longAnswer`, what a poll gets, the last
 * answer may have been read in part; every byte of it must still be the right one.
 */
export function judgeAnswers(
  { bytes, methods }: { bytes: Buffer[]; methods: string[] },
  longAnswer: Buffer | undefined,
): Judgement {
  const reader = createAnswerReader(methods)
  const all = Buffer.concat(bytes)
  try {
    reader.push(all)
  } catch (error) {
    return { statuses: [], fault: error instanceof Error ? error.message : String(error) }
  }
  const statuses = reader.answers.map(({ status }) => status)
  for (const { status, body } of reader.answers) {
    if (status === 200 && longAnswer ? !body.equals(longAnswer) : !isJson(body)) {
      return { statuses, fault: `an answer with ${status} is not what it should be: ${body.toString('utf8', 0, 200)}` }
    }
  }
  const rest = all.subarray(all.length - reader.unread())
  const fault = rest.length === 0 ? undefined : longAnswer ? judgePart(rest, longAnswer) : `cut: ${rest.toString()}`
  return { statuses, ...(fault !== undefined && { fault }) }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString())
    return true
  } catch {
    return false
  }
}

function judgePart(part: Buffer, longAnswer: Buffer): string | undefined {
  const text = part.toString('latin1')
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) {
    const isHead = /^HTTP\/1\.1 \d{3}/.test(text) || 'HTTP/1.1 200'.startsWith(text.slice(0, 9))
    return isHead ? undefined : `not the beginning of an answer: ${JSON.stringify(text.slice(0, 200))}`
  }
  if (!text.startsWith('HTTP/1.1 200 ')) return undefined
  const body = part.subarray(headEnd + 4)
  const isRight = body.equals(longAnswer.subarray(0, body.length))
  return isRight ? undefined : `other bytes than the answer has: ${body.toString('utf8', 0, 200)}`
}
