import type { WireResponse } from '../../kit/load/response-reader.ts'
import { judge, type Verdict } from '../judge.ts'
import type { Exchange } from '../raw-client.ts'
import { requireDocumented, type RequestMessage } from '../requests/judge-request.ts'
import { MARKUP } from './make-page-request.ts'

type Rules = {
  /** The host that was asked. */
  host: string
  /** Occurs in every text of the other store. */
  foreignMarker: string
  learn: (text: string) => void
}

/** No server error, nothing of another store, no markup of a visitor, no redirect to another site, and JSON as documented. */
export function judgeStorefront(message: RequestMessage, exchange: Exchange, rules: Rules): Verdict {
  return judge(message, exchange, (answer, i) => {
    const { status, headers } = answer
    const body = answer.body.toString()
    if (status >= 500) return `server error ${status}: ${body.slice(0, 300)}`
    if (body.includes(rules.foreignMarker)) return `the answer contains "${rules.foreignMarker}" of another store`
    const setCookie = headers.get('set-cookie') ?? ''
    if (setCookie.includes('qmfuzz')) return 'a header was injected'
    rules.learn(`${setCookie} ${headers.get('location') ?? ''} ${body}`)
    if (status >= 300 && status < 400 && status !== 304)
      return findForeignRedirect(headers.get('location') ?? '', rules)
    const type = headers.get('content-type') ?? ''
    if (type.startsWith('text/html')) return findPageFault(answer, body)
    // Compressed bodies are not read.
    if (!/json/.test(type) || headers.has('content-encoding') || message.methods[i] === 'HEAD') return undefined
    return findJsonFault(answer, { method: message.methods[i] ?? '', target: message.targets[i] ?? '' }, message)
  })
}

function findForeignRedirect(location: string, { host }: Rules): string | undefined {
  const url = URL.parse(location, `http://${host}`)
  // Payment pages of a store are on its own host. Players sign in on the page of Steam.
  return url?.hostname === host || url?.origin === 'https://steamcommunity.com'
    ? undefined
    : `a redirect to ${location.slice(0, 200)}`
}

function findPageFault({ headers }: WireResponse, body: string): string | undefined {
  if (body.toLowerCase().includes(MARKUP)) {
    const at = body.toLowerCase().indexOf(MARKUP)
    return `the page contains markup of the visitor: ${body.slice(Math.max(0, at - 80), at + 80)}`
  }
  const policy = headers.get('content-security-policy') ?? ''
  return policy.startsWith("default-src 'none'") ? undefined : `a page without a policy: "${policy}"`
}

function findJsonFault(
  answer: WireResponse,
  asked: { method: string; target: string },
  { answerRequired }: RequestMessage,
): string | undefined {
  try {
    requireDocumented(answer, asked)
    return undefined
  } catch (error) {
    // After bytes that are not HTTP, the server may see another request than the one that was meant.
    return answerRequired ? String(error) : undefined
  }
}
