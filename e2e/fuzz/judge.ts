import type { Message } from './message.ts'
import type { Exchange } from './raw-connection.ts'
import type { WireResponse } from '../kit/response-reader.ts'

export type Verdict = {
  faults: string[]
  statuses: number[]
  serverErrors: number
  notProblem: number
  closedWithoutAnswer: number
}

/** Checks what every server must do for any message. `findFault` checks one answer. */
export function judge(
  { methods, answerRequired, abandons }: Message,
  { answers, closed, late, notHttp }: Exchange,
  findFault: (answer: WireResponse, index: number) => string | undefined,
): Verdict {
  const verdict: Verdict = {
    faults: [],
    statuses: answers.map((answer) => answer.status),
    serverErrors: answers.filter((answer) => answer.status >= 500).length,
    notProblem: 0,
    closedWithoutAnswer: 0,
  }
  answers.forEach((answer, i) => {
    const fault = findFault(answer, i)
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

const utf8 = new TextDecoder('utf-8', { fatal: true })
const PROBLEM_FIELDS = ['code', 'detail', 'requestId', 'status', 'title', 'type']

/** Reads the JSON of an answer. Throws if it is not JSON in UTF-8, or if an error is not a problem document. */
export function readDocument({ status, headers, body }: WireResponse): unknown {
  const contentType = headers.get('content-type') ?? ''
  const expected = status < 300 ? 'application/json' : 'application/problem+json'
  if (contentType.split(';')[0] !== expected) {
    throw new Error(`status ${status} has the type "${contentType}" instead of ${expected}`)
  }
  const value: unknown = JSON.parse(utf8.decode(body))
  if (status >= 400) requireProblem(value as Record<string, unknown>, status)
  return value
}

function requireProblem(problem: Record<string, unknown>, status: number): void {
  const fields = Object.keys(problem)
    .filter((name) => name !== 'field')
    .sort()
  if (fields.join() !== PROBLEM_FIELDS.join()) throw new Error(`a problem document with the fields ${fields.join()}`)
  if (problem['status'] !== status) {
    throw new Error(`a problem document with status ${JSON.stringify(problem['status'])} in an answer with ${status}`)
  }
  const empty = fields.find((name) => name !== 'status' && (typeof problem[name] !== 'string' || problem[name] === ''))
  if (empty !== undefined) throw new Error(`a problem document without ${empty}`)
}
