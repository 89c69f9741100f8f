import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { POLL_PATH } from './poller.ts'
import type { Run } from './run-wrk.ts'
import { POLLS_PER_BUSY } from './walk.ts'

/** Bytes on the wire of an answer with nothing in it, and of one with something. */
export type Sizes = { idle: number; busy: number }

const SAMPLES = 10
const SHARE_TOLERANCE = 0.1

/** The load counts answers and does not read them, so a few are read here: what must be in them is in them. */
export async function sampleAnswers(
  port: number,
  { keys, elements }: { keys: string[]; elements: number },
): Promise<{ sizes: Sizes; faults: string[] }> {
  const agent = new Agent({ keepAlive: true })
  const sizes = { idle: 0, busy: 0 }
  const faults: string[] = []
  try {
    for (let i = 0; i < SAMPLES * POLLS_PER_BUSY; i += POLLS_PER_BUSY / 2) {
      const kind = i % POLLS_PER_BUSY === 0 ? 'busy' : 'idle'
      const { status, text, bytes } = await poll(port, keys[i] ?? '', agent)
      const found = status === 200 ? (JSON.parse(text) as { checkouts: unknown[] }).checkouts.length : -1
      if (found !== (kind === 'busy' ? elements : 0))
        faults.push(`a poll was answered with ${status} ${text.slice(0, 200)}`)
      sizes[kind] += bytes / SAMPLES
    }
    const stranger = await poll(port, 'bench-key-of-nobody', agent)
    if (stranger.status !== 401) faults.push(`an unknown key was answered with ${stranger.status}`)
  } finally {
    agent.destroy()
  }
  return { sizes, faults }
}

/** How many answers carried something is told from the bytes of all. */
export function faultsOfLength({ bytes, answers }: Run, { idle, busy }: Sizes): string[] {
  const longer = (100 * (bytes / answers - idle)) / (busy - idle)
  const expected = 100 / POLLS_PER_BUSY
  if (Math.abs(longer - expected) <= expected * SHARE_TOLERANCE) return []
  return [`${longer.toFixed(2)} of 100 answers carried something instead of ${expected}`]
}

async function poll(port: number, key: string, agent: Agent): Promise<{ status: number; text: string; bytes: number }> {
  const request = get({ host: '127.0.0.1', port, path: POLL_PATH, agent, headers: { authorization: key } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { statusCode: status = 0, statusMessage = '', rawHeaders } = response
  const head = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + ': '.length, 0)
  return {
    status,
    text: body.toString(),
    bytes: `HTTP/1.1 ${status} ${statusMessage}\r\n\r\n`.length + head + body.length,
  }
}
