import { once } from 'node:events'
import { type IncomingMessage, request as openRequest, type RequestListener, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from '../../server/test/providers/fake-paypal-certificate.ts'
import type { Defer } from '../kit/run-harness.ts'

/** The domain of the installation under test. */
export const DOMAIN = 'stores.example'
export const API_HOST = `api.${DOMAIN}`

export type Internet = {
  /** Every name leads here. The certificate is valid for none of them. */
  port: number
  /** Stands in for a site, such as a page of a payment provider. */
  addSite: (host: string, serve: RequestListener) => void
  /** What browsers asked other sites for. */
  strangers: string[]
}

/**
 * What browsers reach: an HTTPS proxy in front of the product, as in production, and stand-ins of other sites. A site that has no
 * stand-in is an error of the test.
 */
export async function startInternet(defer: Defer, productPort: number): Promise<Internet> {
  const sites = new Map<string, RequestListener>()
  const strangers: string[] = []
  const { pem, privateKey } = makeCertificate({ name: DOMAIN })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const server = createServer({ cert: pem, key }, (request, response) => {
    const host = request.headers.host ?? ''
    const site = host.endsWith(`.${DOMAIN}`) ? forward(productPort) : sites.get(host)
    if (!site) strangers.push(`${host}${request.url}`)
    if (site) site(request, response)
    else response.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, strangers, addSite: (host, serve) => void sites.set(host, serve) }
}

/** Passes a request on. The harness gives every browser an address of its own in `X-Forwarded-For`. */
function forward(port: number): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = request
    const upstream = openRequest(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, 'x-forwarded-proto': 'https' } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        response.flushHeaders()
        answer.pipe(response)
      },
    )
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }
}
