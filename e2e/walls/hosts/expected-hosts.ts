import type { HostKind } from '../../../server/src/http/origins/host-kinds.ts'

/** The kinds of hosts that serve a URL, written by hand. The first line that matches counts. */
const SERVED_ON: [url: RegExp, kinds: HostKind[]][] = [
  [/^\/api\/manage\/1\.0\//, ['management']],
  [/^\/api\/games\/(1|2)\.0\//, ['api']],
  [/^\/api\/payments\/1\.0\//, ['api']],
  [/^\/api\/storefront\/1\.0\//, ['storefront']],
  [/^\/docs(\/|$)/, ['api']],
  [/^\/pay\//, ['api', 'storefront']],
  [/^\/$/, ['management', 'storefront']],
  [/^\/(account|dashboard|platform|setup|status|stores)(\/|$)/, ['management']],
  [/^\/(?!api|docs)/, ['storefront']],
]

export function expectedKinds(url: string): HostKind[] {
  return SERVED_ON.find(([pattern]) => pattern.test(url))?.[1] ?? []
}

type Host = { name: string; header: string | undefined; kinds: HostKind[] }

/** Hosts of an installation whose management is at `store.localhost` and whose stores are below `domain`. */
export function hostsOf(domain: string): Host[] {
  return [
    { name: 'the management', header: 'store.localhost', kinds: ['management'] },
    { name: 'the management with a port', header: 'STORE.localhost.:8443', kinds: ['management'] },
    { name: 'the APIs', header: `api.${domain}`, kinds: ['api'] },
    { name: 'a label', header: `own-label.${domain}`, kinds: ['storefront'] },
    { name: 'a proved domain', header: 'own.walls.example', kinds: ['storefront'] },
    { name: 'a loopback address', header: '127.0.0.1:8080', kinds: ['management', 'api'] },
    { name: 'another loopback name', header: 'other.localhost', kinds: ['management'] },
    { name: 'an address', header: '203.0.113.7', kinds: ['api'] },
    { name: 'an IPv6 address', header: '[2001:db8::7]:8080', kinds: ['api'] },
    { name: 'a container', header: 'quartermaster:8080', kinds: ['api'] },
    { name: 'no host', header: undefined, kinds: ['api'] },
    { name: 'a domain without a proof', header: 'unproved.walls.example', kinds: [] },
    { name: 'a removed label', header: `removed-label.${domain}`, kinds: [] },
    { name: 'an unknown label', header: `unknown.${domain}`, kinds: [] },
    { name: 'the domain of the stores', header: domain, kinds: [] },
    { name: 'a name of a stranger', header: 'rebound.evil.example', kinds: [] },
    { name: 'a name that begins like the management', header: 'store.localhost.evil.example', kinds: [] },
  ]
}
