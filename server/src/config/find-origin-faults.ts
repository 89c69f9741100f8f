import { isSameSite } from '../same-site.ts'

type Origins = { publicUrl: string; storefrontDomain: string | undefined; singleOwner: boolean; signUp: string }

/** Pages of stores must not share the site of the management, unless they all belong to its owner. */
export function findOriginFaults({ publicUrl, storefrontDomain, singleOwner, signUp }: Origins): string[] {
  const faults: string[] = []
  const { hostname } = new URL(publicUrl)
  if (singleOwner && signUp === 'open')
    faults.push('SINGLE_OWNER is on, but SIGN_UP is open: anybody could create a store. Change one of them')
  if (storefrontDomain === undefined) return faults
  if (!singleOwner && isSameSite(hostname, storefrontDomain))
    faults.push(
      `STOREFRONT_DOMAIN is ${storefrontDomain}, on the site of PUBLIC_URL (${hostname}). Pages of stores could attack the management: use another registrable domain. If all stores are your own, set SINGLE_OWNER=on instead`,
    )
  return faults
}
