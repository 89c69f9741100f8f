import { request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'

/** A `fetch` for an address of this machine that names a public host, which the `fetch` of Node does not allow. */
export function fetchAsHost(host: string): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal } = init
      const options = {
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), host },
        signal: signal ?? undefined,
      }
      const request = openRequest(new Request(input).url, options, (response) => {
        const { statusCode: status = 500, headers: fields } = response
        text(response).then(
          (content) =>
            resolve(
              new Response(status === 204 ? null : content, { status, headers: fields as Record<string, string> }),
            ),
          reject,
        )
      })
      request.on('error', reject)
      request.end(typeof body === 'string' ? body : undefined)
    })
}
