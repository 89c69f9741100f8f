import { requirePublished } from '../../server/test/openapi.ts'
import type { Exchange } from './raw-connection.ts'
import type { WireAnswer } from './read-answers.ts'
import type { Sent } from './requests.ts'
import { PATHS } from './targets.ts'

export type Verdict = {
  faults: string[]
  statuses: number[]
  serverErrors: number
  notProblem: number
  closedWithoutAnswer: number
}

/** Holds what came back against what is promised to whoever calls, in whatever way. */
export function judge(sent: Sent, { answers, closed, late, notHttp }: Exchange): Verdict {
  const verdict: Verdict = {
    faults: [],
    statuses: answers.map((answer) => answer.status),
    serverErrors: answers.filter((answer) => answer.status >= 500).length,
    notProblem: 0,
    closedWithoutAnswer: 0,
  }
  answers.forEach((answer, i) => {
    const faults = answeredBy(sent, i).map((request) => faultOf(answer, request))
    const [fault] = faults
    if (fault === undefined || faults.includes(undefined)) return
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

type Asked = { method: string; target: string }

/** Where a request in a row is not clean, the server may see its borders elsewhere: then each of them may be meant. */
function answeredBy({ owed, methods, targets }: Sent, i: number): [Asked, ...Asked[]] {
  const asked = methods.map((method, at) => ({ method, target: targets[at] ?? '' }))
  const own = asked[i] ?? { method: '', target: '' }
  return owed ? [own] : [own, ...asked]
}

function faultOf(answer: WireAnswer, { method, target }: Asked): string | undefined {
  const { status, headers, body } = answer
  if (status >= 500) return `a server error: ${status}`
  if (status !== 200 && status < 400) return `an unexpected status: ${status}`
  const contentType = headers.get('content-type') ?? ''
  const wanted = status === 200 ? 'application/json' : 'application/problem+json'
  if (contentType.split(';')[0] !== wanted) return `status ${status} came as "${contentType}", not as ${wanted}`
  if (method === 'HEAD') return status === 200 ? 'HEAD was answered with 200' : undefined
  try {
    const value: unknown = JSON.parse(utf8.decode(body))
    if (status >= 400) requireProblem(value, status)
    // A refusal before the request line was understood belongs to no operation.
    const path = status === 400 || status === 431 ? '' : pathOf(target)
    if (status === 200 || OPERATIONS.has(path)) requirePublished({ method, path }, { status, contentType, body: value })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The operation that a router may find behind an address: without host and query, and decoded. */
function pathOf(target: string): string {
  // A blank more between target and version is passed over.
  const path = target
    .trimEnd()
    .replace(/[?#].*$/s, '')
    .replace(/^http:\/\/[^/]*/, '')
  try {
    // A slash that is written otherwise divides nothing.
    return decodeURIComponent(path.replaceAll(/%2f/gi, '%252f'))
  } catch {
    return path
  }
}

const OPERATIONS = new Set(Object.values(PATHS))
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
