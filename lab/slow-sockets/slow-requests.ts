import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import { formatRequest } from '../../e2e/kit/load/game-connection.ts'
import type { Random } from '../../e2e/kit/random.ts'

/** `start` is sent at once, `rest` byte by byte. */
export type SlowRequest = { start: string; rest: string }

/** A poll with slow headers. */
export function slowHeaders(key: string, random: Random): SlowRequest {
  const head = formatPoll(key, { 'x-filler': 'a'.repeat(random.integer(1, 200)) })
  // Some send nothing before the first slow byte, some stop just before the end.
  const length = random.pick([0, 0, random.integer(1, head.length - 1), head.length - 4])
  return { start: head.slice(0, length), rest: head.slice(length) }
}

/** An init or a report with a slow body. */
export function slowBody(key: string, random: Random): SlowRequest {
  const [operation, body] = random.pick([
    ['init', JSON.stringify({ serverPort: 30_120, name: 'a'.repeat(100) })],
    ['report', JSON.stringify({ commandQueueId: `cmd_0${'1'.repeat(25)}` })],
  ] as const)
  const isChunked = random.chance(0.3)
  const content = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }
  const headers = { authorization: key, 'content-type': 'application/json', ...content }
  const head = formatRequest({ method: 'POST', path: GAMES_PATHS[operation], headers })
  const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join('')
  return { start: head, rest: isChunked ? `${chunks}0\r\n\r\n` : body }
}

export function formatPoll(key: string, headers: Record<string, string> = {}): string {
  return formatRequest({ method: 'GET', path: GAMES_PATHS.poll, headers: { ...headers, authorization: key } })
}
