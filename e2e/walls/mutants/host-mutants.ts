import type { Mutant } from '../../kit/mutants/mutant.ts'

type Row = [name: string, file: string, marker: string, find: string, by: string]

/** The rules that decide which host serves a route. */
const ROWS: Row[] = [
  ['every host serves every route', 'http/origins/route-hosts.ts', 'route-kinds', '!== 0', '!== -1'],
  ['an unknown host is asked for its routes', 'http/origins/route-hosts.ts', 'unknown-host', '=== 0', '=== -1'],
  ['the fast path serves every host', 'http/games-v1/fast-path.ts', 'fast-path-host', '!== 0', '!== -1'],
  [
    'a store shows orders of other stores',
    'http/pay-pages/routes.ts',
    'orders-of-other-stores',
    '!== undefined',
    '=== null',
  ],
  ['an address serves the management', 'http/origins/host-kinds.ts', 'local-kinds', 'KINDS.api : 0', '7 : 0'],
  ['every name counts as local', 'http/origins/host-kinds.ts', 'local-kinds', 'isLocal(name)', 'true'],
  [
    'unknown labels count as loopback names',
    'http/origins/host-kinds.ts',
    'below-storefront',
    'isBelowStorefront',
    'false',
  ],
  ['the hosts of stores are unknown', 'http/origins/host-kinds.ts', 'store-host', '!== undefined', '=== null'],
  [
    'a domain without a proof is served',
    'stores/hosts/read-host-changes.ts',
    'served-hosts',
    's.proved_at is not null',
    'true',
  ],
  ['a removed host is served', 'stores/hosts/read-host-changes.ts', 'served-hosts', 's.removed_at is null', 'true'],
  ['the management API is on the host of the APIs', 'http/surfaces.ts', 'management-host', "'management'", "'api'"],
  [
    'payment callbacks are on the hosts of stores',
    'http/surfaces.ts',
    'callback-host',
    "['api']",
    "['api', 'storefront']",
  ],
]

export const HOST_MUTANTS: Mutant[] = ROWS.map(([name, file, marker, find, by]) => ({
  name,
  edits: [{ file: `server/src/${file}`, marker, find, by }],
}))

const NAMES = new Set(ROWS.map(([name]) => name))

export function isHostMutant({ name }: { name: string }): boolean {
  return NAMES.has(name)
}
