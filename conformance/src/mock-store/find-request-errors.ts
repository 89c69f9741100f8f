import {
  MAX_COMMAND_ID_LENGTH,
  MAX_COMMANDS_PER_POLL,
  MAX_GAME_USER_ID_LENGTH,
  MAX_HOLDING_IDS,
  MAX_ONLINE_IDS,
  MAX_OUTCOME_COUNT,
  MAX_OUTCOME_TEXT_LENGTH,
  MAX_OUTCOMES_PER_REPORT,
  MAX_PLAYER_COUNT,
  MAX_PORT,
} from '@quartermaster/contract/games/limits'
import type { StoreRequest } from './store-request.ts'

export const PORT_ERROR = `serverPort must be an integer from 1 to ${MAX_PORT}`

/** Returns what a real store would reject or barely tolerate, as sentences for the developer of the client. */
export function findRequestErrors({
  version,
  operation,
  method,
  headers,
  body,
}: Omit<StoreRequest, 'errors'>): string[] {
  const errors: string[] = []
  if (method !== 'GET' && body === undefined) errors.push(`the body of ${operation} is not JSON`)
  if (method === 'POST' && headers['content-type'] === undefined) errors.push(`${operation} has no Content-Type`)
  if (version === '2.0' && operation === 'poll') errors.push(...findPollErrors(body))
  if (version === '2.0' && operation === 'report') errors.push(...findReportErrors(body))
  if (operation === 'init') errors.push(...findInitErrors(version, body))
  if (version === '1.0' && operation === 'report') {
    const id = getField(body, 'commandQueueId')
    if (typeof id !== 'string' || id === '') errors.push('commandQueueId must be a non-empty string')
  }
  return errors
}

function findInitErrors(version: string, body: unknown): string[] {
  const port = getField(body, 'serverPort')
  if (port === undefined && version === '2.0') return []
  return isPort(port) ? [] : [PORT_ERROR]
}

function findPollErrors(body: unknown): string[] {
  const errors = findUnknownFields(body, ['online', 'holding', 'most', 'playerCount', 'maxPlayers'])
  const online = getField(body, 'online')
  if (online !== undefined && !isStringList(online, MAX_ONLINE_IDS, MAX_GAME_USER_ID_LENGTH)) {
    errors.push(`online must be a list of up to ${MAX_ONLINE_IDS} ids`)
  }
  const holding = getField(body, 'holding')
  if (holding !== undefined && !isStringList(holding, MAX_HOLDING_IDS, MAX_COMMAND_ID_LENGTH)) {
    errors.push(`holding must be a list of up to ${MAX_HOLDING_IDS} ids`)
  }
  const most = getField(body, 'most')
  if (most !== undefined && !isInteger(most, 1, MAX_COMMANDS_PER_POLL)) {
    errors.push(`most must be an integer from 1 to ${MAX_COMMANDS_PER_POLL}`)
  }
  for (const [name, min] of [
    ['playerCount', 0],
    ['maxPlayers', 1],
  ] as const) {
    const count = getField(body, name)
    if (count !== undefined && !isInteger(count, min, MAX_PLAYER_COUNT)) {
      errors.push(`${name} must be an integer from ${min} to ${MAX_PLAYER_COUNT}`)
    }
  }
  return errors
}

function findReportErrors(body: unknown): string[] {
  const outcomes = getField(body, 'outcomes')
  if (!Array.isArray(outcomes) || outcomes.length === 0) return ['outcomes must be a list with at least one outcome']
  if (outcomes.length > MAX_OUTCOMES_PER_REPORT) {
    return [`one report has ${outcomes.length} outcomes; the maximum is ${MAX_OUTCOMES_PER_REPORT}`]
  }
  return outcomes.flatMap(findOutcomeErrors)
}

function findOutcomeErrors(outcome: unknown): string[] {
  const errors = findUnknownFields(outcome, ['id', 'attempt', 'outcome', 'done', 'reason', 'output', 'retry'])
  const get = (name: string) => getField(outcome, name)
  const check = (isValid: boolean, error: string) => void (isValid || errors.push(error))
  const checkOptional = (name: string, isValid: boolean, error: string) => {
    if (get(name) !== undefined) check(isValid, `${name} must be ${error}`)
  }
  check(isString(get('id'), 1, MAX_COMMAND_ID_LENGTH), 'an outcome has no valid id')
  check(isInteger(get('attempt'), 1, MAX_OUTCOME_COUNT), 'attempt must be an integer greater than 0')
  const kind = get('outcome')
  check(['done', 'failed', 'in_doubt'].includes(String(kind)), `outcome "${String(kind)}" does not exist`)
  checkOptional('done', isInteger(get('done'), 0, MAX_OUTCOME_COUNT), 'an integer of at least 0')
  const max = MAX_OUTCOME_TEXT_LENGTH
  checkOptional('reason', isString(get('reason'), 1, max), `a string of 1 to ${max} characters`)
  checkOptional('output', isString(get('output'), 0, max), `a string of up to ${max} characters`)
  checkOptional('retry', typeof get('retry') === 'boolean', 'true or false')
  return errors
}

export function getField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}

export function isPort(value: unknown): boolean {
  return isInteger(value, 1, MAX_PORT)
}

function findUnknownFields(body: unknown, names: string[]): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['the body is not an object']
  return Object.keys(body)
    .filter((name) => !names.includes(name))
    .map((name) => `unknown field "${name}"`)
}

function isInteger(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

function isString(value: unknown, minLength: number, maxLength: number): boolean {
  return typeof value === 'string' && value.length >= minLength && value.length <= maxLength
}

function isStringList(value: unknown, maxItems: number, maxLength: number): boolean {
  return Array.isArray(value) && value.length <= maxItems && value.every((text) => isString(text, 1, maxLength))
}
