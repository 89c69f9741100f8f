import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as openRequest } from 'node:https'
import { text } from 'node:stream/consumers'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Sent = { path?: string; form?: string; port: number; ca: string }

/** Undefined if there is no certificate for the host. The certificate must be valid for the name. */
export async function askHost(host: string, { path = '/', form, port, ca }: Sent): Promise<Answer | undefined> {
  const outgoing = openRequest({
    host: '127.0.0.1',
    port,
    servername: host,
    ca,
    agent: false,
    path,
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      host,
      ...(form !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(form),
        origin: `https://${host}`,
      }),
    },
  })
  outgoing.end(form)
  try {
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
  } catch (error) {
    if (
      error instanceof Error &&
      /alert|EPROTO|ECONNRESET/.test(`${error.message} ${'code' in error ? String(error.code) : ''}`)
    )
      return undefined
    throw error
  }
}
