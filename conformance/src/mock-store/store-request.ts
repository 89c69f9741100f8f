import type { IncomingHttpHeaders } from 'node:http'
import { MAX_WAIT_SECONDS } from '@quartermaster/contract/games-limits'

export type Operation = 'init' | 'queue' | 'report'

export type StoreRequest = {
  operation: Operation
  /** `1.0` or `2.0`: which interface was spoken. */
  version: string
  method: string
  headers: IncomingHttpHeaders
  body: unknown
  /** Position among the requests of its operation in this scenario, from 0. */
  nth: number
  at: number
  answeredAt?: number
  /** What is wrong with its form; empty when nothing is. */
  faults: string[]
}

const OPERATIONS: Record<string, Operation> = {
  '1.0/init': 'init',
  '1.0/commands/pending-commands': 'queue',
  '1.0/commands/mark-as-processed': 'report',
  '2.0/init': 'init',
  '2.0/poll': 'queue',
  '2.0/report': 'report',
}

export function operationAt(path: string): { version: string; operation: Operation } | undefined {
  const [, rest = ''] = /^\/api\/games\/(.+)$/.exec(path) ?? []
  const operation = OPERATIONS[rest]
  return operation && { version: rest.slice(0, 3), operation }
}

/** The seconds of `Prefer: wait=N`, 0 without it. */
export function waitOf({ headers }: Pick<StoreRequest, 'headers'>): number {
  const [, seconds] = /\bwait\s*=\s*"?(\d+)/i.exec(String(headers['prefer'] ?? '')) ?? []
  return Math.min(MAX_WAIT_SECONDS, Number(seconds ?? 0))
}

/** The key alone or behind any scheme. */
export function carriesKey({ headers }: Pick<StoreRequest, 'headers'>, key: string): boolean {
  return (headers.authorization ?? '').split(/\s+/).at(-1) === key
}

/** What a report names, in either interface. */
export function reportedIds({ operation, body }: Pick<StoreRequest, 'operation' | 'body'>): string[] {
  if (operation !== 'report') return []
  const { commandQueueId, outcomes } = (body ?? {}) as { commandQueueId?: string; outcomes?: { id?: string }[] }
  if (Array.isArray(outcomes)) return outcomes.flatMap(({ id }) => (id === undefined ? [] : [id]))
  return commandQueueId === undefined ? [] : [commandQueueId]
}
