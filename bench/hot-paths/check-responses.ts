import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { POLLS_PER_BUSY } from './key-sequence.ts'
import { POLL_PATH } from './poller.ts'
import type { WrkResult } from './run-wrk.ts'

/** Bytes of a response without deliveries and of one with deliveries, headers included. */
export type ResponseSizes = { idle: number; busy: number }

const SAMPLES = 10
const TOLERANCE = 0.1

/** Reads some responses, because wrk counts responses without reading them. */
export async function sampleResponses(
  port: number,
  { keys, deliveries }: { keys: string[]; deliveries: number },
): Promise<{ sizes: ResponseSizes; failures: string[] }> {
  const agent = new Agent({ keepAlive: true })
  const sizes = { idle: 0, busy: 0 }
  const failures: string[] = []
  try {
    for (let i = 0; i < SAMPLES * POLLS_PER_BUSY; i += POLLS_PER_BUSY / 2) {
      const kind = i % POLLS_PER_BUSY === 0 ? 'busy' : 'idle'
      const { status, text, bytes } = await poll(port, keys[i] ?? '', agent)
      const found = status === 200 ? (JSON.parse(text) as { checkouts: unknown[] }).checkouts.length : -1
      if (found !== (kind === 'busy' ? deliveries : 0))
        failures.push(`the response to a poll of a server that is ${kind} was ${status} ${text.slice(0, 200)}`)
      sizes[kind] += bytes / SAMPLES
    }
    const { status } = await poll(port, 'bench-key-unknown', agent)
    if (status !== 401) failures.push(`the response to an unknown key was ${status}`)
  } finally {
    agent.destroy()
  }
  return { sizes, failures }
}

/** Derives from the number of bytes how many responses had deliveries. */
export function checkBytes({ bytes, responses }: WrkResult, { idle, busy }: ResponseSizes): string[] {
  const percent = (100 * (bytes / responses - idle)) / (busy - idle)
  const expected = 100 / POLLS_PER_BUSY
  if (Math.abs(percent - expected) <= expected * TOLERANCE) return []
  return [`${percent.toFixed(2)} % of the responses had deliveries instead of ${expected} %`]
}

async function poll(port: number, key: string, agent: Agent): Promise<{ status: number; text: string; bytes: number }> {
  const request = get({ host: '127.0.0.1', port, path: POLL_PATH, agent, headers: { authorization: key } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { statusCode: status = 0, statusMessage = '', rawHeaders } = response
  const head = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + ': '.length, 0)
  const statusLine = `HTTP/1.1 ${status} ${statusMessage}\r\n\r\n`
  return { status, text: body.toString(), bytes: statusLine.length + head + body.length }
}
