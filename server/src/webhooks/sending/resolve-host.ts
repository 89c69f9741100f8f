import { Resolver } from 'node:dns/promises'

/** Returns all addresses of a host. It is a parameter, so that tests can simulate a malicious name server. */
export type ResolveHost = (host: string) => Promise<string[]>

const DNS_TIMEOUT_MS = 2_000
const TRIES = 2

/**
 * Queries the name servers directly. The system's resolver uses four threads for the whole process, so four host names
 * that do not resolve would block all other endpoints. `/etc/hosts` is not used.
 */
export const resolveHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers.filter((answer) => answer.status === 'rejected')
  if (addresses.length === 0 && failed) throw failed.reason
  return addresses
}
