import { isIP } from 'node:net'
import type { AddressRanges } from '../../address-ranges.ts'
import { AppError } from '../../errors.ts'
import { requireText } from '../../text.ts'
import { isPublicAddress } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Ports of shells, mail, DNS, file sharing and databases, which are never webhook receivers. */
const FORBIDDEN_PORTS = new Set(
  [19, 21, 22, 23, 25, 53, 110, 111, 135, 139, 143, 389, 445, 465, 514, 587, 636, 873, 993, 995].concat([
    1433, 2049, 2375, 3306, 3389, 5432, 6379, 9200, 11_211, 27_017,
  ]),
)

/** A parsed and normalised webhook URL. */
export type Target = { url: URL; host: string; port: number; isHttps: boolean }

/**
 * Rejects URLs that can be rejected without resolving the host. The addresses are resolved and checked at every attempt,
 * because a name can resolve to another address later.
 */
export function parseTarget(text: string, allowed: AddressRanges): Target {
  const url = URL.parse(requireText('The URL', text, { max: 2_000 }))
  if (url === null) throw rejected(`"${text}" is not a URL. Use one like https://shop.example/hooks`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw rejected('The URL must start with https://')
  if (url.username !== '' || url.password !== '') {
    throw rejected('The URL must not contain a user name or password. Receivers check the signature instead')
  }
  const isHttps = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port || (isHttps ? 443 : 80))
  if (host.endsWith('.')) throw rejected('Remove the dot at the end of the host name')
  if (port === 0 || FORBIDDEN_PORTS.has(port))
    throw rejected(`Webhooks can't be sent to port ${port}. Use another port, such as 443`)
  if (!isHttps && allowed.isEmpty) throw rejected('The URL must start with https://')
  if (isIP(host) !== 0) requireReachable(host, { isHttps, allowed })
  return { url, host, port, isHttps }
}

/** Resolves the target once. One forbidden address rejects the target. */
export async function resolveTarget(
  { host, isHttps }: Target,
  { resolve, allowed }: { resolve: ResolveHost; allowed: AddressRanges },
): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  if (addresses.length === 0) throw rejected('The webhook host has no address. Check its spelling and its DNS records')
  for (const address of addresses) requireReachable(address, { isHttps, allowed, isNamed: isIP(host) === 0 })
  return addresses
}

/** The resolved address is not part of the message, so that it can't be used to explore our network. */
function requireReachable(
  address: string,
  { isHttps, allowed, isNamed = false }: { isHttps: boolean; allowed: AddressRanges; isNamed?: boolean },
): void {
  if (allowed.includes(address)) return
  if (!isPublicAddress(address)) {
    const subject = isNamed ? 'The webhook host resolves to a private address' : `${address} is a private address`
    throw rejected(`${subject}. Use a public host, or allow the range in WEBHOOK_ALLOW`)
  }
  if (!isHttps) throw rejected('The URL must start with https://')
}

function rejected(message: string): AppError {
  return new AppError('invalid_request', message)
}
