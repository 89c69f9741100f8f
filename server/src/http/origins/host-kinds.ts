import { isIP } from 'node:net'
import type { Addresses } from '../../stores/hosts/store-origin.ts'
import type { StoreHosts } from '../../stores/hosts/store-hosts.ts'
import { HOST_LABEL, hostNameOf, isLoopbackName, parseDomain } from '../../host-name.ts'

/** What a host serves, as bits: one host can serve the management and the APIs. */
export const KINDS = { management: 1, api: 2, storefront: 4 } as const
export type HostKind = keyof typeof KINDS

export type HostKinds = {
  /** The kinds of a host name, as bits. 0: the host is unknown, and nothing is served. */
  of: (name: string) => number
}

/** Enough for every spelling that clients use. */
const MAX_REMEMBERED = 1_000

/**
 * Decides what a request can reach, by its `Host` header. Storefronts run code of store owners, so the browser must see them as
 * other origins than the management, and a name that someone points at this machine must not become an origin of its own.
 */
export function createHostKinds({ publicUrl, apiUrl, storefrontDomain }: Addresses, stores: StoreHosts): HostKinds {
  const own = new Map<string, number>()
  const addOwn = (url: string, kinds: number) => {
    const name = hostNameOf(new URL(url).host)
    own.set(name, (own.get(name) ?? 0) | kinds)
  }
  addOwn(publicUrl, KINDS.management)
  addOwn(apiUrl, KINDS.api)
  const publicHost = hostNameOf(new URL(publicUrl).host)
  const onLoopback = isLoopbackName(publicHost) ? (own.get(publicHost) ?? 0) : 0
  const remembered = new Map<string, number>()

  function decide(name: string): number {
    const known = own.get(name)
    if (known !== undefined) return known
    if (stores.findStoreByHost(name) !== undefined) return KINDS.storefront
    const isBelowStorefront = storefrontDomain !== undefined && `.${name}`.endsWith(`.${storefrontDomain}`)
    if (isBelowStorefront) return 0
    const loopback = isLoopbackName(name) ? onLoopback : 0
    return loopback | (isLocal(name) ? KINDS.api : 0)
  }

  return {
    of(name) {
      const known = remembered.get(name)
      if (known !== undefined) return known
      const kinds = decide(name)
      // Stores come and go, and strangers choose unknown names.
      if (kinds === 0 || kinds === KINDS.storefront) return kinds
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(name, kinds)
      return kinds
    },
  }
}

/** Game servers call by address, or by the name of a container. The APIs use no cookies, so such an origin has no rights. */
function isLocal(name: string): boolean {
  return name === '' || HOST_LABEL.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** Whether this installation serves a name, so that a proxy can get a certificate for it. */
export function isServedName(hostKinds: HostKinds, name: string): boolean {
  return parseDomain(name) !== undefined && hostKinds.of(hostNameOf(name)) !== 0
}
