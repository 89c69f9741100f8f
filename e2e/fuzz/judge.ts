import type { Message } from './message.ts'
import type { Exchange } from './raw-client.ts'
import type { WireResponse } from '../kit/load/response-reader.ts'

export type Verdict = {
  faults: string[]
  statuses: number[]
  notProblem: number
  closedWithoutAnswer: number
}

/** Checks what every server must do for any message. `judgeAnswer` returns the fault of one answer. */
export function judge(
  { methods, answerRequired, abandons }: Message,
  { answers, closed, late, notHttp }: Exchange,
  judgeAnswer: (answer: WireResponse, index: number) => string | undefined,
): Verdict {
  const verdict: Verdict = {
    faults: [],
    statuses: answers.map((answer) => answer.status),
    notProblem: 0,
    closedWithoutAnswer: 0,
  }
  answers.forEach((answer, i) => {
    const fault = judgeAnswer(answer, i)
    if (fault === undefined) return
    if (answer.status >= 400) verdict.notProblem++
    verdict.faults.push(fault)
  })
  if (abandons) return verdict
  if (late) verdict.faults.push('neither answered nor closed within the time limit')
  if (notHttp !== undefined) verdict.faults.push(notHttp)
  // An incomplete request can be rejected early, and again when its end does not arrive.
  if (answers.length > methods.length + (answerRequired ? 0 : 1)) {
    verdict.faults.push(`${answers.length} answers to ${methods.length} requests`)
  }
  if (answers.length < methods.length && closed && !answers.at(-1)?.closes) {
    verdict.closedWithoutAnswer = 1
    if (answerRequired) verdict.faults.push('closed without an answer')
  }
  return verdict
}

/** Returns the fault of an answer. `check` throws if the answer is wrong. */
export function findFault({ status, body }: WireResponse, check: () => void): string | undefined {
  if (status >= 500) return `server error ${status}: ${body.toString().slice(0, 300)}`
  if (status >= 300 && status < 400) return `unexpected status ${status}`
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads the JSON of an answer. Throws if it is not JSON in UTF-8, or if a problem document has another status. */
export function readDocument({ status, headers, body }: WireResponse): unknown {
  const contentType = headers.get('content-type') ?? ''
  const expected = status < 300 ? 'application/json' : 'application/problem+json'
  if (contentType.split(';')[0] !== expected) {
    throw new Error(`status ${status} has the type "${contentType}" instead of ${expected}`)
  }
  const text = utf8.decode(body)
  const document = JSON.parse(text) as Record<string, unknown>
  if (status >= 400 && (document['status'] !== status || Object.values(document).includes(''))) {
    throw new Error(`status ${status} has a problem document with another status or an empty field: ${text}`)
  }
  return document
}
