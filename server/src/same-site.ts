import { getDomain } from 'tldts'

/**
 * Whether browsers treat two hosts as one site. Pages of one site can set cookies for each other and pass `SameSite`, so the
 * pages of strangers must not be on the site of the management.
 */
export function isSameSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other)
}

/** The registrable domain. Names of hosting companies such as `github.io` count as suffixes, as in browsers. */
function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
