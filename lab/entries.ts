export type Entry = {
  name: string
  /** What is proved or measured, for the list. */
  about: string
  /** The program below the root of the project, and its arguments for the full form. */
  program: string
  args?: string[]
  /** Debian packages that the gate does not need. */
  packages?: string[]
}

type Half = 'night' | 'week'

const entry = (name: string, about: string, program: string, more: Partial<Entry> = {}): Entry => ({
  name,
  about,
  program,
  ...more,
})
const crash = (name: string, profile: string, about: string) =>
  entry(name, about, 'e2e/crash/crash.ts', { args: ['--profile', profile] })
const fuzz = (name: string, profile: string, about: string) =>
  entry(name, about, 'e2e/fuzz/fuzz.ts', { args: ['--profile', profile] })

/** Minutes each: every night. */
const NIGHT = [
  entry(
    'roads',
    'every road in every language, width and color scheme, with and without script',
    'e2e/roads/roads.ts',
    {
      args: ['--matrix'],
    },
  ),
  entry('joints', 'faults between the parts of the product, which the gate must notice', 'lab/joints/joints.ts'),
  entry('storefront', 'every journey of a buyer in every look', 'e2e/storefront/storefront.ts', {
    args: ['--every-look'],
  }),
  entry('dashboard', 'every journey of an owner in every look', 'e2e/dashboard/dashboard.ts'),
  entry('lighthouse', 'three pages of the storefront on an emulated phone', 'e2e/storefront/lighthouse.ts'),
  entry('weight', 'bytes, requests and paint of the dashboard', 'e2e/dashboard/weight.ts'),
  entry('games', 'sales, refunds and expiries in five real games', 'e2e/games/games.ts'),
  entry('clients', 'every emulated client while the product stalls and restarts', 'lab/clients/clients.ts'),
  entry('attacks', 'known attacks', 'e2e/attacks/attacks.ts'),
  entry('hostile-themes', 'themes and archives that try to escape', 'lab/hostile-themes/hostile-themes.ts'),
  entry('idempotency', 'copies of every write with one key', 'e2e/idempotency/idempotency.ts'),
  entry('pricing', '1,000,000 generated baskets and an independent reference', 'e2e/pricing/pricing.ts'),
  entry('subscriptions', '100,000 sequences of facts and an independent reference', 'e2e/subscriptions/model.ts'),
  entry('privacy', 'an erased player is nowhere', 'lab/privacy/privacy.ts'),
  entry('webhooks', 'events to endpoints, one of which hangs, with kills', 'lab/webhooks/webhooks.ts'),
  entry('redelivery', '100,000 entitlements are sent again, with kills', 'lab/redelivery/redelivery.ts'),
  entry('import', 'a Tebex store with 50,000 entitlements moves in', 'lab/import/import.ts'),
  entry('backup', 'backups restored into fresh clusters', 'lab/backup/backup.ts'),
  entry('outage', 'PostgreSQL is killed under load', 'lab/outage/outage.ts'),
  entry('restarts', 'processes are replaced under load', 'lab/restarts/restarts.ts'),
  entry('slow-sockets', '5,000 clients that send byte by byte', 'lab/slow-sockets/slow-sockets.ts'),
  entry('cells', 'two cells behind HAProxy', 'lab/cells/cells.ts', { packages: ['haproxy'] }),
  entry('hosts', 'certificates behind Caddy', 'lab/hosts/hosts.ts', { packages: ['caddy'] }),
  entry('alerts', 'alert rules in a real Prometheus', 'lab/alerts/alerts.ts', { packages: ['prometheus'] }),
  entry('idle-agent', 'CPU time and memory of an idle agent', 'lab/idle-agent/idle.ts'),
  entry('enqueue', 'payment callbacks per second', 'lab/enqueue/enqueue.ts'),
  entry('expiry', '100,000 expiries after an outage', 'lab/expiry/expiry.ts'),
  entry('feed', '500 live feeds', 'lab/feed/feed.ts'),
  entry('pages', 'the home page compared with plain Fastify', 'lab/pages/storefront.ts', { packages: ['wrk'] }),
]

/** Up to hours each: every week. */
const WEEK = [
  crash('crash', 'delivery', 'kills under sales, refunds and expiries'),
  crash('money', 'money', 'kills under payment callbacks'),
  crash('storefront-crash', 'storefront', 'kills under purchases of visitors'),
  crash('agent-crash', 'agent', 'kills of the agent'),
  entry('walls', 'every operation as every caller, and every filter removed once', 'e2e/walls/walls.ts'),
  fuzz('fuzz', 'games', 'requests to the games interfaces'),
  fuzz('manage', 'manage', 'requests to the management API'),
  fuzz('shop-fuzz', 'storefront', 'requests to the storefront'),
  fuzz('callbacks', 'callbacks', 'altered payment callbacks'),
  fuzz('names', 'names', 'hostile player names in each console dialect'),
  fuzz('fields', 'fields', 'hostile values of product fields in each console dialect'),
  entry(
    'greed',
    '100,000 sequences of orders, payments and reversals, and an independent reference',
    'e2e/greed/greed.ts',
    { args: ['--resume', '.quartermaster/greed.json'] },
  ),
  entry('year', 'a year of 10,000 subscriptions', 'e2e/subscriptions/year.ts'),
  entry('move', 'a store moves between cells under load', 'lab/move/move.ts'),
  entry('failover', 'machines of an installation with Patroni fail', 'lab/failover/failover.ts', {
    packages: ['patroni', 'etcd-server', 'haproxy'],
  }),
  entry('restore', 'restores to random moments with pgBackRest', 'lab/restore/restore.ts', {
    packages: ['pgbackrest'],
  }),
  entry('upgrade', 'upgrades with 1,000,000 checkouts under load', 'lab/upgrade/upgrade.ts'),
  entry('install', 'every documented way of installing', 'lab/install/install.ts', { packages: ['caddy'] }),
  entry('wait', '50,000 waiting polls', 'lab/wait/wait.ts'),
  entry('growth', 'the same cost of sales, lists and workers with a long history', 'lab/growth/growth.ts'),
  entry('bench', 'polls compared with plain Fastify, and reports', 'lab/hot-paths/hot-paths.ts', {
    packages: ['wrk'],
  }),
]

export const HALVES: Record<Half, Entry[]> = { night: NIGHT, week: WEEK }
export const ENTRIES = [...NIGHT, ...WEEK]
