import { requirePublished } from '../../../server/test/openapi.ts'
import { findFault, judge, readDocument, type Verdict } from '../judge.ts'
import { decodePercent, type Message } from '../message.ts'
import type { Exchange } from '../raw-client.ts'
import type { WireResponse } from '../../kit/load/response-reader.ts'

/** A message with requests to operations of a published document. */
export type RequestMessage = Message & { targets: string[] }

/** Checks that every answer is as the published document says: its status, its type and its body. */
export function judgeRequest(message: RequestMessage, exchange: Exchange, onSuccess?: (body: string) => void): Verdict {
  return judge(message, exchange, (answer, i) => {
    const faults = possibleRequests(message, i).map((request) =>
      findFault(answer, () => requireDocumented(answer, request)),
    )
    if (!faults.includes(undefined)) return faults[0]
    if (answer.status < 300) onSuccess?.(answer.body.toString())
    return undefined
  })
}

type Asked = { method: string; target: string }

/** After a request that is not valid HTTP, the server may see the end of each request elsewhere. */
function possibleRequests({ answerRequired, methods, targets }: RequestMessage, i: number): [Asked, ...Asked[]] {
  const all = methods.map((method, at) => ({ method, target: targets[at] ?? '' }))
  const own = all[i] ?? { method: '', target: '' }
  return answerRequired ? [own] : [own, ...all]
}

export function requireDocumented(answer: WireResponse, { method, target }: Asked): void {
  const { status, headers } = answer
  const contentType = headers.get('content-type') ?? ''
  const path = readPath(target)
  if (isPage(path) && status === 200 && contentType.startsWith('text/html')) return
  if (method === 'HEAD') {
    if (!contentType.includes('problem')) throw new Error(`HEAD was answered with ${status}`)
    return
  }
  const hasNoDocument = (answer.body.length === 0 || contentType === 'application/zip') && status < 300
  const body = hasNoDocument ? undefined : readDocument(answer)
  requirePublished({ method, path }, { status, contentType, body })
}

/** A changed address can be one of the dashboard. It never is one of an API. */
function isPage(path: string): boolean {
  return !path.startsWith('/api')
}

/** The path that a router sees: without host and query, with each segment decoded. */
function readPath(target: string): string {
  // The server accepts more than one space between target and version.
  const path = target
    .trimEnd()
    .replace(/[?#].*$/s, '')
    .replace(/^http:\/\/[^/]*/, '')
  // A decoded slash or question mark does not end the segment.
  return path
    .split('/')
    .map((segment) => decodePercent(segment).replaceAll(/[/?]/g, '_'))
    .join('/')
}
