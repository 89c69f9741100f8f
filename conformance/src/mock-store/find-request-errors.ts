import {
  MAX_COMMAND_ID_LENGTH,
  MAX_COMMANDS_PER_POLL,
  MAX_GAME_USER_ID_LENGTH,
  MAX_HOLDING_IDS,
  MAX_ONLINE_IDS,
  MAX_OUTCOME_COUNT,
  MAX_OUTCOME_TEXT_LENGTH,
  MAX_OUTCOMES_PER_REPORT,
  MAX_PORT,
} from '@quartermaster/contract/games-limits'
import type { StoreRequest } from './store-request.ts'

/** What the real store would refuse or only put up with, in words for the client's developer. */
export function faultsOf({ version, operation, method, headers, body }: Omit<StoreRequest, 'faults'>): string[] {
  const faults: string[] = []
  if (method !== 'GET' && body === undefined) faults.push(`the body of ${operation} is not JSON`)
  if (method === 'POST' && headers['content-type'] === undefined) faults.push(`${operation} has no Content-Type`)
  if (version === '2.0' && operation === 'queue') faults.push(...faultsOfPoll(body))
  if (version === '2.0' && operation === 'report') faults.push(...faultsOfReport(body))
  if (operation === 'init') faults.push(...faultsOfInit(version, body))
  if (version === '1.0' && operation === 'report') {
    const id = fieldOf(body, 'commandQueueId')
    if (typeof id !== 'string' || id === '') faults.push('commandQueueId is not a text')
  }
  return faults
}

function faultsOfInit(version: string, body: unknown): string[] {
  const port = fieldOf(body, 'serverPort')
  if (port === undefined && version === '2.0') return []
  return isPort(port) ? [] : [`serverPort is not an integer from 1 to ${MAX_PORT}`]
}

function faultsOfPoll(body: unknown): string[] {
  const faults = unknownFields(body, ['online', 'holding', 'most'])
  const online = fieldOf(body, 'online')
  if (online !== undefined && !isTexts(online, MAX_ONLINE_IDS, MAX_GAME_USER_ID_LENGTH))
    faults.push(`online is not a list of up to ${MAX_ONLINE_IDS} ids`)
  const holding = fieldOf(body, 'holding')
  if (holding !== undefined && !isTexts(holding, MAX_HOLDING_IDS, MAX_COMMAND_ID_LENGTH))
    faults.push(`holding is not a list of up to ${MAX_HOLDING_IDS} ids`)
  const most = fieldOf(body, 'most')
  if (most !== undefined && !isWhole(most, 1, MAX_COMMANDS_PER_POLL))
    faults.push(`most is not an integer from 1 to ${MAX_COMMANDS_PER_POLL}`)
  return faults
}

function faultsOfReport(body: unknown): string[] {
  const outcomes = fieldOf(body, 'outcomes')
  if (!Array.isArray(outcomes) || outcomes.length === 0) return ['outcomes is not a list with an outcome in it']
  if (outcomes.length > MAX_OUTCOMES_PER_REPORT)
    return [`${outcomes.length} outcomes in one report; the maximum is ${MAX_OUTCOMES_PER_REPORT}`]
  return outcomes.flatMap(faultsOfOutcome)
}

function faultsOfOutcome(outcome: unknown): string[] {
  const faults = unknownFields(outcome, ['id', 'attempt', 'outcome', 'done', 'reason', 'output', 'retry'])
  const read = (name: string) => fieldOf(outcome, name)
  if (!isText(read('id'), 1, MAX_COMMAND_ID_LENGTH)) faults.push('an outcome has no id')
  if (!isWhole(read('attempt'), 1, MAX_OUTCOME_COUNT)) faults.push('attempt is not a whole number from 1')
  if (!['done', 'failed', 'in_doubt'].includes(String(read('outcome')))) {
    faults.push(`"${String(read('outcome'))}" is no outcome`)
  }
  if (read('done') !== undefined && !isWhole(read('done'), 0, MAX_OUTCOME_COUNT))
    faults.push('done is not a whole number from 0')
  if (read('reason') !== undefined && !isText(read('reason'), 1, MAX_OUTCOME_TEXT_LENGTH))
    faults.push(`reason is not a string of 1 to ${MAX_OUTCOME_TEXT_LENGTH} characters`)
  if (read('output') !== undefined && !isText(read('output'), 0, MAX_OUTCOME_TEXT_LENGTH))
    faults.push(`output is not a string of up to ${MAX_OUTCOME_TEXT_LENGTH} characters`)
  if (read('retry') !== undefined && typeof read('retry') !== 'boolean') faults.push('retry is not true or false')
  return faults
}

export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}

export function isPort(value: unknown): boolean {
  return isWhole(value, 1, MAX_PORT)
}

function unknownFields(body: unknown, names: string[]): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['the body is not an object']
  return Object.keys(body)
    .filter((name) => !names.includes(name))
    .map((name) => `"${name}" is no field of it`)
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

function isText(value: unknown, least: number, most: number): boolean {
  return typeof value === 'string' && value.length >= least && value.length <= most
}

function isTexts(value: unknown, most: number, longest: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every((text) => isText(text, 1, longest))
}
