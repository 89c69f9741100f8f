import type { ProviderName } from '../../../server/src/payments/provider.ts'
import { judge, readDocument, type Verdict } from '../judge.ts'
import type { Exchange } from '../raw-connection.ts'
import type { WireResponse } from '../../kit/response-reader.ts'
import type { CallbackSent } from './make-callbacks.ts'

export type CallbackCounts = {
  /** Altered ones. */
  requests: number
  /** Altered ones that were believed: something came of them, by the server's own word. */
  accepted: number
  /** Altered in what nobody signs: the signature fits, and nothing came of them. */
  cameToNothing: number
  genuine: number
  genuineAccepted: number
  replayed: number
}

export function noCounts(): Record<ProviderName, CallbackCounts> {
  const none = () => ({ requests: 0, accepted: 0, cameToNothing: 0, genuine: 0, genuineAccepted: 0, replayed: 0 })
  return { sandbox: none(), stripe: none(), mercadopago: none(), paypal: none() }
}

/** Every refusal a problem document, nothing altered believed, everything genuine believed, and nothing twice. */
export function judgeCallback(
  sent: CallbackSent,
  exchange: Exchange,
  { counts, onBelieved }: { counts: CallbackCounts; onBelieved: (sent: CallbackSent) => void },
): Verdict {
  const received: (string | undefined)[] = []
  const verdict = judge(sent, exchange, (answer) => faultOf(answer, received))
  const word = received.find((each) => each !== undefined)
  const believed = received.some((each) => each === 'applied' || each === 'parked')
  if (sent.expects === 'believed') {
    counts.genuine++
    if (word === 'applied') {
      counts.genuineAccepted++
      onBelieved(sent)
    } else
      verdict.faults.push(`a genuine callback was answered with ${verdict.statuses.join()} ${word ?? 'and refused'}`)
  } else if (sent.expects === 'repeated') {
    counts.replayed++
    if (word !== 'repeated' && word !== 'nothing') {
      verdict.faults.push(`one that was believed before was answered with ${verdict.statuses.join()} ${word ?? ''}`)
    }
  } else {
    counts.requests++
    if (believed) counts.accepted++
    else if (word !== undefined) counts.cameToNothing++
    if (believed || (word !== undefined && sent.expects === 'refused')) {
      verdict.faults.push(`an altered callback was not refused: ${word}`)
    }
  }
  verdict.faults = verdict.faults.map((fault) => `${sent.provider}, ${sent.alteration}: ${fault}`)
  return verdict
}

const WORDS = new Set(['applied', 'parked', 'repeated', 'nothing'])

function faultOf(answer: WireResponse, received: (string | undefined)[]): string | undefined {
  const { status } = answer
  if (status >= 500) return `a server error: ${status} ${answer.body.toString()}`
  if (status !== 200 && status < 400) return `an unexpected status: ${status}`
  try {
    const document = readDocument(answer) as Record<string, unknown>
    if (status !== 200) return undefined
    const word = document['received']
    if (typeof word !== 'string' || !WORDS.has(word) || Object.keys(document).length !== 1) {
      return `an unexpected answer: ${JSON.stringify(document)}`
    }
    received.push(word)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
