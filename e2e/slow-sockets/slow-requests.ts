import type { Random } from '../kit/random.ts'

const BASE = '/api/games/1.0'
const HOST = 'host: localhost'

/** What goes out at once, and what follows byte by byte. */
export type SlowRequest = { atOnce: string; byteByByte: string; method: string }

/** A poll whose headers do not come to an end for a long time. */
export function slowHeaders(key: string, random: Random): SlowRequest {
  const filler = `x-filler: ${'a'.repeat(random.integer(1, 200))}`
  const head = [`GET ${BASE}/commands/pending-commands HTTP/1.1`, HOST, filler, `authorization: ${key}`, '', ''].join(
    '\r\n',
  )
  // Some say nothing at all before the first slow byte, some stop just before the end.
  const cut = random.pick([0, 0, random.integer(1, head.length - 1), head.length - 4])
  return { method: 'GET', atOnce: head.slice(0, cut), byteByByte: head.slice(cut) }
}

/** An init or a report whose body does not come to an end for a long time. */
export function slowBody(key: string, random: Random): SlowRequest {
  const [path, body] = random.pick([
    ['/init', JSON.stringify({ serverPort: 30_120, name: 'a'.repeat(100) })],
    ['/commands/mark-as-processed', JSON.stringify({ commandQueueId: `cmd_0${'1'.repeat(25)}` })],
  ] as const)
  const chunked = random.chance(0.3)
  const head = [
    `POST ${BASE}${path} HTTP/1.1`,
    HOST,
    `authorization: ${key}`,
    'content-type: application/json',
    chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
    '',
    '',
  ].join('\r\n')
  const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join('')
  return { method: 'POST', atOnce: head, byteByByte: chunked ? `${chunks}0\r\n\r\n` : body }
}

export function poll(key: string): string {
  return [`GET ${BASE}/commands/pending-commands HTTP/1.1`, HOST, `authorization: ${key}`, '', ''].join('\r\n')
}
