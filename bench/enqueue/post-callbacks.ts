import { GameConnection } from '../../e2e/kit/load/game-connection.ts'
import type { SignedCallback } from './sign-callback.ts'

const TIMEOUT_MS = 60_000

/**
 * Posts callbacks over persistent connections, one at a time on each, and returns the seconds that took. Uses sockets,
 * because a full HTTP client would take CPU time from the server on the same machine.
 */
export async function postCallbacks(port: number, callbacks: SignedCallback[], connections: number): Promise<number> {
  const requests = callbacks.map(toText)
  let next = 0

  async function postOnConnection(): Promise<void> {
    const connection = await GameConnection.open(port, () => undefined)
    for (let text = requests[next++]; text !== undefined; text = requests[next++]) {
      const { status, body } = await connection.send({ method: 'POST', text }, TIMEOUT_MS)
      if (!body.includes('"received":"applied"'))
        throw new Error(`A callback was not applied: ${status} ${body.toString()}`)
    }
    connection.close()
  }

  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, postOnConnection))
  return (performance.now() - startedAt) / 1000
}

function toText({ path, headers, body }: SignedCallback): string {
  const lines = Object.entries({
    host: 'bench',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
