import { requirePublished } from '../../../server/test/openapi.ts'
import { judge, type Verdict } from '../judge.ts'
import type { Exchange } from '../raw-connection.ts'
import type { WireResponse } from '../../kit/response-reader.ts'
import type { KnownIds } from './known-ids.ts'
import type { ManageSent } from './make-requests.ts'

/** What is promised on the management surface: no server error, and every answer as the document says. */
export function judgeManage(sent: ManageSent, exchange: Exchange, { ids }: { ids: KnownIds }): Verdict {
  return judge(sent, exchange, (answer) => {
    const fault = faultOf(answer, sent)
    if (fault === undefined && answer.status < 300) ids.learn(answer.body.toString(), sent.random)
    return fault
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function faultOf(answer: WireResponse, { method, target }: ManageSent): string | undefined {
  const { status, headers, body } = answer
  if (status >= 500) return `a server error: ${status}: ${body.toString().slice(0, 300)}`
  try {
    if (method === 'HEAD') return status < 400 ? `HEAD was answered with ${status}` : undefined
    const value: unknown = body.length === 0 ? undefined : JSON.parse(utf8.decode(body))
    const contentType = headers.get('content-type') ?? ''
    requirePublished({ method, path: pathOf(target, status) }, { status, contentType, body: value })
    if (status >= 400 && (value as { status?: unknown }).status !== status)
      return 'a problem document of another status'
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A refusal before the address was understood belongs to no operation. */
function pathOf(target: string, status: number): string {
  const [path = ''] = target.split('?')
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return status === 400 ? '' : path
  }
}
