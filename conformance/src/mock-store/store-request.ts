import type { IncomingHttpHeaders } from 'node:http'
import { MAX_WAIT_SECONDS } from '@quartermaster/contract/games/limits'

export type Operation = 'init' | 'poll' | 'report'

export type StoreRequest = {
  operation: Operation
  /** The interface that the client used: `1.0` or `2.0`. */
  version: string
  method: string
  headers: IncomingHttpHeaders
  body: unknown
  /** Index among the requests of the same operation in this scenario, from 0. */
  index: number
  receivedAt: number
  respondedAt?: number
  /** Format errors of the request; empty if it is valid. */
  errors: string[]
}

const OPERATIONS: Record<string, Operation> = {
  '1.0/init': 'init',
  '1.0/commands/pending-commands': 'poll',
  '1.0/commands/mark-as-processed': 'report',
  '2.0/init': 'init',
  '2.0/poll': 'poll',
  '2.0/report': 'report',
}

export function findOperation(path: string): { version: string; operation: Operation } | undefined {
  const [, rest = ''] = /^\/api\/games\/(.+)$/.exec(path) ?? []
  const operation = OPERATIONS[rest]
  return operation && { version: rest.slice(0, 3), operation }
}

/** Returns the seconds of `Prefer: wait=N`, or 0 without it. */
export function getWaitSeconds({ headers }: Pick<StoreRequest, 'headers'>): number {
  const [, seconds] = /\bwait\s*=\s*"?(\d+)/i.exec(String(headers['prefer'] ?? '')) ?? []
  return Math.min(MAX_WAIT_SECONDS, Number(seconds ?? 0))
}

/** The key may be sent alone or after any scheme. */
export function hasKey({ headers }: Pick<StoreRequest, 'headers'>, key: string): boolean {
  return (headers.authorization ?? '').split(/\s+/).at(-1) === key
}

/** Returns the ids in a report of either interface. */
export function getReportedIds({ operation, body }: Pick<StoreRequest, 'operation' | 'body'>): string[] {
  if (operation !== 'report') return []
  const { commandQueueId, outcomes } = (body ?? {}) as { commandQueueId?: string; outcomes?: { id?: string }[] }
  if (Array.isArray(outcomes)) return outcomes.flatMap(({ id }) => (id === undefined ? [] : [id]))
  return commandQueueId === undefined ? [] : [commandQueueId]
}
