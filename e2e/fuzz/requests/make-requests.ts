import { randomBytes } from 'node:crypto'
import { createRandom, type Random } from '../../kit/random.ts'
import type { Traffic } from '../run-requests.ts'
import { judgeRequest, type RequestMessage } from './judge-request.ts'
import { type MakeCaller, makeRequest, type Request } from './make-request.ts'
import { ODD_HTTP } from './odd-values.ts'
import type { Operation } from './openapi.ts'

type RequestSource = {
  operations: Operation[]
  makeCaller: MakeCaller
  validShare: number
  /** The share of messages that are not one complete request: several in a row, the beginning of one, other bytes. */
  irregularShare: number
  /** How often an operation is called compared with the others, if not 1. */
  frequencies?: Record<string, number>
}

/** Messages to every operation: valid ones, others with a fault, and hostile ones. */
export function createRequestTraffic(
  source: RequestSource,
  onSuccess?: (body: string) => void,
): Traffic<RequestMessage> {
  return {
    make({ seed, count }) {
      const random = createRandom(seed)
      return Array.from({ length: count }, () => makeMessage(source, random.fork()))
    },
    judge: (message, exchange) => judgeRequest(message, exchange, onSuccess),
    messagesPerConnection: 25,
  }
}

function makeMessage(source: RequestSource, random: Random): RequestMessage {
  if (!random.chance(source.irregularShare)) {
    const request = requestToAny(source, random)
    const cuts = random.chance(0.15)
      ? Array.from({ length: 3 }, () => random.integer(0, 600)).toSorted((a, b) => a - b)
      : []
    return { ...toMessage(request.operation, [request]), cuts }
  }
  const way = random.integer(0, 2)
  if (way === 0) {
    const count = random.integer(2, 5)
    return toMessage(
      'pipeline',
      Array.from({ length: count }, () => requestToAny(source, random)),
    )
  }
  if (way === 1) {
    const whole = toMessage('half', [requestToAny(source, random)])
    const bytes = whole.bytes.subarray(0, random.integer(0, whole.bytes.length - 1))
    return { ...whole, bytes, answerRequired: false, abandons: random.chance(0.5) }
  }
  const bytes = random.chance(0.5)
    ? randomBytes(random.integer(1, 300))
    : Buffer.from(random.pick(ODD_HTTP.garbage), 'latin1')
  return { kind: 'garbage', bytes, methods: ['GET'], targets: [''], answerRequired: false }
}

function requestToAny({ operations, frequencies = {}, ...source }: RequestSource, random: Random): Request {
  for (;;) {
    const operation = random.pick(operations)
    if (random.chance(frequencies[operation.id] ?? 1)) return makeRequest(operation, source, random)
  }
}

function toMessage(kind: string, requests: Request[]): RequestMessage {
  return {
    kind,
    bytes: Buffer.concat(requests.map(({ bytes }) => bytes)),
    methods: requests.map(({ method }) => method),
    targets: requests.map(({ target }) => target),
    answerRequired: requests.every(({ isValid, leavesHttp }) => isValid && (requests.length === 1 || !leavesHttp)),
  }
}
