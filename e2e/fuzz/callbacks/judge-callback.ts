import type { ProviderName } from '../../../server/src/payments/provider.ts'
import { judge, readDocument, type Verdict } from '../judge.ts'
import type { Exchange } from '../raw-connection.ts'
import type { WireResponse } from '../../kit/response-reader.ts'
import type { CallbackMessage } from './make-callbacks.ts'

export type CallbackCounts = {
  /** Altered callbacks. */
  requests: number
  /** Altered callbacks that had an effect, according to the answer. */
  accepted: number
  /** Callbacks that were altered in an unsigned part and had no effect. */
  cameToNothing: number
  genuine: number
  genuineAccepted: number
  replayed: number
}

export function createCounts(): Record<ProviderName, CallbackCounts> {
  const zeros = { requests: 0, accepted: 0, cameToNothing: 0, genuine: 0, genuineAccepted: 0, replayed: 0 }
  return { sandbox: { ...zeros }, stripe: { ...zeros }, mercadopago: { ...zeros }, paypal: { ...zeros } }
}

export function sumCounts(adapters: Record<ProviderName, CallbackCounts>): CallbackCounts {
  const sums = createCounts().sandbox
  for (const counts of Object.values(adapters)) {
    for (const name of Object.keys(sums) as (keyof CallbackCounts)[]) sums[name] += counts[name]
  }
  return sums
}

/** Checks that no altered callback is accepted, every genuine one is, and none has an effect twice. */
export function judgeCallback(
  message: CallbackMessage,
  exchange: Exchange,
  { counts, onAccepted }: { counts: CallbackCounts; onAccepted: (message: CallbackMessage) => void },
): Verdict {
  const results: string[] = []
  const verdict = judge(message, exchange, (answer) => findFault(answer, results))
  const [result] = results
  const answered = `${verdict.statuses.join()} ${result ?? ''}`
  const hasEffect = results.includes('applied') || results.includes('parked')
  if (message.expects === 'applied') {
    counts.genuine++
    if (result === 'applied') {
      counts.genuineAccepted++
      onAccepted(message)
    } else verdict.faults.push(`a genuine callback was answered with ${answered}`)
  } else if (message.expects === 'repeated') {
    counts.replayed++
    if (result !== 'repeated' && result !== 'ignored') {
      verdict.faults.push(`a repeated callback was answered with ${answered}`)
    }
  } else {
    counts.requests++
    if (hasEffect) counts.accepted++
    else if (result !== undefined) counts.cameToNothing++
    if (hasEffect || (result !== undefined && message.expects === 'rejected')) {
      verdict.faults.push(`an altered callback was answered with ${answered}`)
    }
  }
  verdict.faults = verdict.faults.map((fault) => `${message.provider}, ${message.alteration}: ${fault}`)
  return verdict
}

const RESULTS = new Set(['applied', 'parked', 'repeated', 'ignored'])

function findFault(answer: WireResponse, results: string[]): string | undefined {
  const { status } = answer
  if (status >= 500) return `server error ${status}: ${answer.body.toString()}`
  if (status !== 200 && status < 400) return `unexpected status ${status}`
  try {
    const document = readDocument(answer) as Record<string, unknown>
    if (status !== 200) return undefined
    const result = document['received']
    if (typeof result !== 'string' || !RESULTS.has(result) || Object.keys(document).length !== 1) {
      return `unexpected answer: ${JSON.stringify(document)}`
    }
    results.push(result)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
