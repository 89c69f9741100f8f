import { isIP } from 'node:net'
import type { AddressRanges } from '../../address-ranges.ts'
import { AppError } from '../../errors.ts'
import { requireText } from '../../text.ts'
import { isPublicAddress } from './public-address.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Ports of remote shells, mail, names, files and databases: what listens there was never meant to be spoken to by us. */
const REFUSED_PORTS = new Set(
  [19, 21, 22, 23, 25, 53, 110, 111, 135, 139, 143, 389, 445, 465, 514, 587, 636, 873, 993, 995].concat([
    1433, 2049, 2375, 3306, 3389, 5432, 6379, 9200, 11_211, 27_017,
  ]),
)

/** Where a webhook goes, in the one spelling that the URL standard gives it. */
export type Target = { url: URL; host: string; port: number; isHttps: boolean }

/**
 * Refuses what can be refused without asking for the host's addresses. They are asked for, and looked at, at every
 * attempt: a name may lead elsewhere tomorrow.
 */
export function parseTarget(text: string, allowed: AddressRanges): Target {
  const url = URL.parse(requireText('The URL', text, { most: 2_000 }))
  if (url === null) throw refused(`"${text}" is not a URL; write it like https://shop.example/hooks`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('The URL must begin with https://')
  if (url.username !== '' || url.password !== '') {
    throw refused('The URL must not hold a user name or password; receivers check the signature instead')
  }
  const isHttps = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port || (isHttps ? 443 : 80))
  if (host.endsWith('.')) throw refused('Write the host without the dot at its end')
  if (port === 0 || REFUSED_PORTS.has(port)) throw refused(`Webhooks are not sent to port ${port}`)
  if (!isHttps && allowed.isEmpty) throw refused('The URL must begin with https://')
  if (isIP(host) !== 0) requireReachable(host, { isHttps, allowed })
  return { url, host, port, isHttps }
}

/** The addresses of a target, asked for once. One that may not be reached makes all of them suspect. */
export async function addressesOf(
  { host, isHttps }: Target,
  { resolve, allowed }: { resolve: ResolveHost; allowed: AddressRanges },
): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host]
  if (addresses.length === 0) throw refused('The host has no address')
  for (const address of addresses) requireReachable(address, { isHttps, allowed, isNamed: isIP(host) === 0 })
  return addresses
}

/** What a name leads to is not repeated: its owner may be looking around in our network. */
function requireReachable(
  address: string,
  { isHttps, allowed, isNamed = false }: { isHttps: boolean; allowed: AddressRanges; isNamed?: boolean },
): void {
  if (allowed.includes(address)) return
  if (!isPublicAddress(address)) {
    throw refused(`${isNamed ? 'The host leads to' : address + ' is'} no address of the public internet`)
  }
  if (!isHttps) throw refused('The URL must begin with https://')
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message)
}
