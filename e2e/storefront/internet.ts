import { once } from 'node:events'
import { type IncomingHttpHeaders, request as openRequest } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createSecureContext, type TlsOptions } from 'node:tls'
import { makeCertificate } from '../../server/test/providers/fake-paypal-certificate.ts'
import type { Defer } from '../kit/run-harness.ts'

/** The domain of the installation under test. */
export const DOMAIN = 'stores.example'
export const API_HOST = `api.${DOMAIN}`

type Serve = (request: Http2ServerRequest, response: Http2ServerResponse) => void

export type Internet = {
  /** Every name leads here. The certificate is valid for none of them. */
  port: number
  /** Stands in for a site, such as a page of a payment provider. */
  addSite: (host: string, serve: Serve) => void
  /** What browsers asked other sites for. */
  strangers: string[]
  /** The names that browsers opened a connection to, also if they asked for nothing. */
  names: Set<string>
}

/**
 * What browsers reach: a proxy with HTTP/2 in front of the product, as in production, and stand-ins of other sites. A site that has no
 * stand-in is an error of the test.
 */
export async function startInternet(
  defer: Defer,
  productPort: number,
  /** A header of requests and responses that gets lost on the way. */
  { lostHeader = '' } = {},
): Promise<Internet> {
  const sites = new Map<string, Serve>()
  const strangers: string[] = []
  const names = new Set<string>()
  const { pem, privateKey } = makeCertificate({ name: DOMAIN })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const sessions = new Set<{ destroy: () => void }>()
  const secure = createSecureContext({ cert: pem, key })
  const SNICallback: TlsOptions['SNICallback'] = (name, done) => {
    names.add(name)
    done(null, secure)
  }
  const server = createSecureServer({ cert: pem, key, SNICallback }, (request, response) => {
    const host = request.authority
    const site = host.endsWith(`.${DOMAIN}`) ? forward(productPort, lostHeader) : sites.get(host)
    if (!site) strangers.push(`${host}${request.url}`)
    if (site) site(request, response)
    else response.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  defer(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, strangers, names, addSite: (host, serve) => void sites.set(host, serve) }
}

/** Passes a request on. The harness gives every browser an address of its own in `X-Forwarded-For`. */
function forward(port: number, lostHeader: string): Serve {
  return (request, response) => {
    const { method, url: path, authority } = request
    const headers: IncomingHttpHeaders = {
      ...withoutPseudoHeaders(request.headers),
      host: authority,
      'x-forwarded-proto': 'https',
    }
    delete headers[lostHeader]
    const upstream = openRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      delete answer.headers[lostHeader]
      response.writeHead(answer.statusCode ?? 502, withoutConnectionHeaders(answer.headers))
      answer.pipe(response)
    })
    upstream.on('error', () => response.stream.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  }
}

const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding'])

function withoutConnectionHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)))
}

function withoutPseudoHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
}
