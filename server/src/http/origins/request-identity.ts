import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type AddressRanges, addressRanges, plainAddress } from '../../address-ranges.ts'
import { AppError } from '../../errors.ts'
import { hostNameOf, isLoopbackName } from '../../host-name.ts'

/** Who asks for what. Everything that depends on the sender or the address of a request reads it here. */
export type RequestIdentity = {
  /** The name in the `Host` header: in lower case, without port and trailing dot. */
  hostName: string
  scheme: 'http' | 'https'
  /** Scheme, name and port, as the client sees them. */
  origin: string
  /** The address of the client. Empty after the connection was closed. */
  address: string
  /** False: a trusted proxy forwarded text that is no address, so `address` is that of the proxy. */
  isAddressValid: boolean
  /** Percent-decoded and encoded again, so that an address has one spelling. Without the query. */
  path: string
  /** With its question mark. Empty if there is none. */
  query: string
}

/** Computed once for each request. */
export type Identify = (request: IncomingMessage) => RequestIdentity

declare module 'fastify' {
  interface FastifyRequest {
    identity: RequestIdentity
  }
}

type Settings = {
  publicUrl: string
  /** The addresses of trusted proxies. What others forward is ignored. */
  trustProxy?: AddressRanges | undefined
}

const IDENTITY = Symbol('identity')
type Identified = IncomingMessage & { [IDENTITY]?: RequestIdentity }

/** `X-Forwarded-Host` never counts: a proxy passes on the `Host` header, or the host is not the one that the client asked for. */
export function createIdentify({ publicUrl, trustProxy = addressRanges([]) }: Settings): Identify {
  const { port: publicPort } = new URL(publicUrl)

  function identify(request: IncomingMessage): RequestIdentity {
    const { headers, socket } = request
    const remote = socket.remoteAddress ?? ''
    const isProxied = !trustProxy.isEmpty && trustProxy.includes(plainAddress(remote))
    const client = isProxied ? findClient(headers['x-forwarded-for'], trustProxy) : undefined
    const isAddressValid = client === undefined || (isIP(client) !== 0 && client.length <= MAX_ADDRESS_LENGTH)
    const hostName = hostNameOf(headers.host ?? '')
    const scheme = isProxied && lastOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
    const port = portOf(headers.host, hostName)
    return {
      hostName,
      scheme,
      origin: `${scheme}://${hostName}${port === '' ? '' : `:${port}`}`,
      address: isAddressValid ? (client ?? remote) : remote,
      isAddressValid,
      ...splitUrl(request.url ?? ''),
    }
  }

  /** Clients choose the port in the header freely, so it counts only where it can be right. */
  function portOf(header: string | undefined, hostName: string): string {
    const port = /:(\d+)$/.exec(header ?? '')?.[1] ?? ''
    return port === publicPort || isLoopbackName(hostName) ? port : ''
  }

  return (request: Identified) => (request[IDENTITY] ??= identify(request))
}

/** Gives every request of an application its identity. */
export function identifyRequests(app: FastifyInstance, identify: Identify): void {
  app.decorateRequest('identity', {
    getter() {
      return identify(this.raw)
    },
  })
}

/**
 * A trusted proxy can forward any text, and sessions and audit entries store the address. A delivery must not depend on it:
 * for game servers, the address of the proxy replaces one that cannot be read.
 */
export function requireValidAddress({ isAddressValid, path }: RequestIdentity): void {
  if (isAddressValid || path.startsWith('/api/games/')) return
  throw new AppError('invalid_request', 'The proxy forwarded an address that is not valid. Check X-Forwarded-For.')
}

/** The zone of an IPv6 address can have any length. */
const MAX_ADDRESS_LENGTH = 64

/** Proxies append the address that called them, so the client is the last one that is not a trusted proxy. */
function findClient(header: string | string[] | undefined, proxies: AddressRanges): string | undefined {
  const addresses = String(header ?? '')
    .split(',')
    .map((text) => withoutPort(text.trim()))
    .filter((text) => text !== '')
  return addresses.findLast((address) => !proxies.includes(plainAddress(address))) ?? addresses[0]
}

/** Some proxies, such as those of Azure, add the port. An IPv6 address is in brackets then. */
function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? []
  return v6 ?? v4 ?? text
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()
}

/** As the router reads an address: with or without a host, until the query or a fragment begins. */
function splitUrl(url: string): { path: string; query: string } {
  const [, raw = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/.exec(url) ?? []
  if (/^[\w./-]*$/.test(raw)) return { path: raw, query }
  try {
    return { path: raw.split('/').map(respell).join('/'), query }
  } catch {
    // The router refuses it.
    return { path: raw, query }
  }
}

function respell(segment: string): string {
  return encodeURIComponent(decodeURIComponent(segment))
}
