import { requirePublished } from '../../../server/test/openapi.ts'
import { findFault, judge, readDocument, type Verdict } from '../judge.ts'
import type { Exchange } from '../raw-client.ts'
import type { WireResponse } from '../../kit/load/response-reader.ts'
import type { CallbackMessage } from './make-callbacks.ts'

/**
 * `requests` are altered callbacks. `accepted`: those that had an effect, according to the answer. `cameToNothing`: those
 * that were altered in an unsigned part and had no effect.
 */
export const NO_CALLBACKS = { requests: 0, accepted: 0, cameToNothing: 0, genuine: 0, genuineAccepted: 0, replayed: 0 }

type Notes = { counts: typeof NO_CALLBACKS; onAccepted: (message: CallbackMessage) => void }

const RESULTS = new Set(['applied', 'parked', 'repeated', 'ignored'])
/** The results that a callback may have. */
const ALLOWED: Record<CallbackMessage['expects'], string[]> = {
  applied: ['applied'],
  repeated: ['repeated', 'ignored'],
  ignored: ['rejected', 'repeated', 'ignored'],
  rejected: ['rejected'],
}

/** Checks that no altered callback is accepted, every genuine one is, and none has an effect twice. */
export function judgeCallback(message: CallbackMessage, exchange: Exchange, { counts, onAccepted }: Notes): Verdict {
  const results: string[] = []
  const verdict = judge(message, exchange, (answer) =>
    findFault(answer, () => {
      if (answer.status < 400) results.push(readResult(answer))
      else requireProblem(answer, message.account.path)
    }),
  )
  const given = results.length > 0 ? results : ['rejected']
  if (!given.every((result) => ALLOWED[message.expects].includes(result))) {
    verdict.faults.push(`is ${given.join()} with status ${verdict.statuses.join()}, but should be ${message.expects}`)
  }
  if (message.expects === 'applied') {
    counts.genuine++
    if (given[0] === 'applied') {
      counts.genuineAccepted++
      onAccepted(message)
    }
  } else if (message.expects === 'repeated') counts.replayed++
  else {
    counts.requests++
    if (given.includes('applied') || given.includes('parked')) counts.accepted++
    else if (results.length > 0) counts.cameToNothing++
  }
  verdict.faults = verdict.faults.map((fault) => `${message.account.provider}, ${message.alteration}: ${fault}`)
  return verdict
}

function readResult(answer: WireResponse): string {
  const document = readDocument(answer) as Record<string, unknown>
  const { received: result, ...more } = document
  if (answer.status === 200 && typeof result === 'string' && RESULTS.has(result) && Object.keys(more).length === 0) {
    return result
  }
  throw new Error(`unexpected answer ${answer.status}: ${JSON.stringify(document)}`)
}

/** The documents do not have callbacks, so every error must be a problem document. */
function requireProblem(answer: WireResponse, path: string): void {
  const contentType = answer.headers.get('content-type') ?? ''
  requirePublished({ method: 'POST', path }, { status: answer.status, contentType, body: readDocument(answer) })
}
