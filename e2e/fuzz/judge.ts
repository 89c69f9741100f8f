import type { Exchange, Message } from './raw-connection.ts'
import type { WireResponse } from '../kit/response-reader.ts'

export type Sent = Message & {
  /** What the figures count it under. */
  kind: string
  /** Whether HTTP owes an answer to each of the requests. */
  owed: boolean
}

export type Verdict = {
  faults: string[]
  statuses: number[]
  serverErrors: number
  notProblem: number
  closedWithoutAnswer: number
}

/** Holds what came back against what is promised to whoever calls, in whatever way. `faultOf` looks at one answer. */
export function judge(
  sent: Sent,
  { answers, closed, late, notHttp }: Exchange,
  faultOf: (answer: WireResponse, index: number) => string | undefined,
): Verdict {
  const verdict: Verdict = {
    faults: [],
    statuses: answers.map((answer) => answer.status),
    serverErrors: answers.filter((answer) => answer.status >= 500).length,
    notProblem: 0,
    closedWithoutAnswer: 0,
  }
  answers.forEach((answer, i) => {
    const fault = faultOf(answer, i)
    if (fault === undefined) return
    if (answer.status >= 400) verdict.notProblem++
    verdict.faults.push(fault)
  })
  if (sent.abandons) return verdict
  if (late) verdict.faults.push('neither answered nor closed within the time limit')
  if (notHttp !== undefined) verdict.faults.push(notHttp)
  // What is cut off may be refused early, and once more when its end does not come.
  if (answers.length > sent.methods.length + (sent.owed ? 0 : 1)) {
    verdict.faults.push(`${answers.length} answers to ${sent.methods.length} requests`)
  }
  if (answers.length < sent.methods.length && closed && !answers.at(-1)?.closes) {
    verdict.closedWithoutAnswer = 1
    if (sent.owed) verdict.faults.push('closed without an answer')
  }
  return verdict
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The document in an answer. Throws where it is not of the type that belongs to its status, or no JSON. */
export function readDocument(answer: WireResponse): unknown {
  requireType(answer)
  const { status, body } = answer
  const value: unknown = JSON.parse(utf8.decode(body))
  if (status >= 400) requireProblem(value, status)
  return value
}

export function requireType({ status, headers }: WireResponse): void {
  const contentType = headers.get('content-type') ?? ''
  const wanted = status === 200 ? 'application/json' : 'application/problem+json'
  if (contentType.split(';')[0] === wanted) return
  throw new Error(`status ${status} came as "${contentType}", not as ${wanted}`)
}

const PROBLEM_FIELDS = 'code,detail,requestId,status,title,type'

function requireProblem(value: unknown, status: number): void {
  const problem = value as Record<string, unknown>
  if (Object.keys(problem).sort().join() !== PROBLEM_FIELDS)
    throw new Error(`fields of a problem: ${Object.keys(problem).join()}`)
  const { status: told, ...texts } = problem
  if (told !== status) throw new Error(`a problem document that says ${JSON.stringify(told)} with status ${status}`)
  const empty = Object.entries(texts).find(([, text]) => typeof text !== 'string' || text === '')
  if (empty) throw new Error(`a problem document without ${empty[0]}`)
}
