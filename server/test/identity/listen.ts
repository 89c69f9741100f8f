import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StandInReply = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type Handler = (url: URL, form: URLSearchParams, request: IncomingMessage) => StandInReply | Promise<StandInReply>

/** A small server in place of a service outside. Forms are parsed. */
export async function listen(handle: Handler, { port = 0 } = {}): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const { status = 200, headers = {}, body = '' } = await handle(new URL(request.url ?? '/', url), form, request)
    response.writeHead(status, headers).end(body)
  }

  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A page with one button, which a browser can click and a test can follow. */
export function page(title: string, form: string): StandInReply {
  const body = `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>${form}</html>`
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

export const json = (value: unknown, status = 200): StandInReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
