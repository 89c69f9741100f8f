import type { Random } from '../kit/random.ts'

const BASE = '/api/games/1.0'
const HOST = 'host: localhost'

/** `start` is sent at once, `rest` byte by byte. */
export type SlowRequest = { method: string; start: string; rest: string }

/** A poll with slow headers. */
export function slowHeaders(key: string, random: Random): SlowRequest {
  const filler = `x-filler: ${'a'.repeat(random.integer(1, 200))}`
  const lines = [`GET ${BASE}/commands/pending-commands HTTP/1.1`, HOST, filler, `authorization: ${key}`, '', '']
  const head = lines.join('\r\n')
  // Some send nothing before the first slow byte, some stop just before the end.
  const length = random.pick([0, 0, random.integer(1, head.length - 1), head.length - 4])
  return { method: 'GET', start: head.slice(0, length), rest: head.slice(length) }
}

/** An init or a report with a slow body. */
export function slowBody(key: string, random: Random): SlowRequest {
  const [path, body] = random.pick([
    ['/init', JSON.stringify({ serverPort: 30_120, name: 'a'.repeat(100) })],
    ['/commands/mark-as-processed', JSON.stringify({ commandQueueId: `cmd_0${'1'.repeat(25)}` })],
  ] as const)
  const isChunked = random.chance(0.3)
  const head = [
    `POST ${BASE}${path} HTTP/1.1`,
    HOST,
    `authorization: ${key}`,
    'content-type: application/json',
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
    '',
    '',
  ].join('\r\n')
  const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join('')
  return { method: 'POST', start: head, rest: isChunked ? `${chunks}0\r\n\r\n` : body }
}

export function pollRequest(key: string): string {
  return [`GET ${BASE}/commands/pending-commands HTTP/1.1`, HOST, `authorization: ${key}`, '', ''].join('\r\n')
}
