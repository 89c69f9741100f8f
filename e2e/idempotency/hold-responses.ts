import type { RequestListener } from 'node:http'

/** The product handles a request with this header, but never sends the response. */
export const HOLD_HEADER = 'x-hold-the-response'

/** Prints `held <request id>` when the response would have been sent. */
export const holdResponses: RequestListener = (request, response) => {
  if (request.headers[HOLD_HEADER] === undefined) return
  // Fastify calls this when the request is handled and the first byte is about to be sent.
  response.writeHead = () => {
    response.write = () => true
    response.end = () => response
    console.log(`held ${String(request.headers['x-request-id'])}`)
    return response
  }
}
