import { requirePublished } from '../../server/test/openapi.ts'
import { judge, readDocument, requireType, type Verdict } from './judge.ts'
import type { Exchange } from './raw-connection.ts'
import type { WireResponse } from '../kit/response-reader.ts'
import type { GamesSent } from './requests.ts'
import { PATHS } from './targets.ts'

/** What is promised on the games surface: no server error, problem documents, and what the interface's document says. */
export function judgeGames(sent: GamesSent, exchange: Exchange): Verdict {
  return judge(sent, exchange, (answer, i) => {
    const faults = answeredBy(sent, i).map((request) => faultOf(answer, request))
    return faults.includes(undefined) ? undefined : faults[0]
  })
}

type Asked = { method: string; target: string }

/** Where a request in a row is not clean, the server may see its borders elsewhere: then each of them may be meant. */
function answeredBy({ owed, methods, targets }: GamesSent, i: number): [Asked, ...Asked[]] {
  const asked = methods.map((method, at) => ({ method, target: targets[at] ?? '' }))
  const own = asked[i] ?? { method: '', target: '' }
  return owed ? [own] : [own, ...asked]
}

function faultOf(answer: WireResponse, { method, target }: Asked): string | undefined {
  const { status, headers } = answer
  if (status >= 500) return `a server error: ${status}`
  if (status !== 200 && status < 400) return `an unexpected status: ${status}`
  try {
    requireType(answer)
    if (method === 'HEAD') return status === 200 ? 'HEAD was answered with 200' : undefined
    const value = readDocument(answer)
    const contentType = headers.get('content-type') ?? ''
    // A refusal before the request line was understood belongs to no operation.
    const path = status === 400 || status === 431 ? '' : pathOf(target)
    if (status === 200 || OPERATIONS.has(path)) requirePublished({ method, path }, { status, contentType, body: value })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

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
