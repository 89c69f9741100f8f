import { Resolver } from 'node:dns/promises'

/** All addresses of a host. Passed in, so that a test can answer what no honest name server would. */
export type ResolveHost = (host: string) => Promise<string[]>

const DATABASE_TIMEOUT_MS = 2_000
const TRIES = 2

/**
 * Asks the name servers itself. The system's own look-up works in four threads for the whole process, and four names
 * that nobody answers for would hold up every other endpoint. The file of hosts is not looked at.
 */
export const resolveHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: DATABASE_TIMEOUT_MS, tries: TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers.filter((answer) => answer.status === 'rejected')
  if (addresses.length === 0 && failed) throw failed.reason
  return addresses
}
