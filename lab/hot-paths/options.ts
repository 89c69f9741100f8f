import type { ClusterOptions } from '@quartermaster/local-postgres/cluster'
import { readOptions } from '../../e2e/kit/options.ts'

/** pgbench is part of Debian's PostgreSQL 15. */
export const CLUSTER: ClusterOptions = {
  major: 15,
  settings: {
    synchronous_commit: 'on',
    // The pages that polls read fit into memory, as they do where polls come every second. The history need not fit.
    shared_buffers: '2GB',
    max_wal_size: '8GB',
    max_connections: '700',
  },
}

export const PARTS = ['polls', 'online', 'reports', 'growth', 'watching'] as const

export type Options = ReturnType<typeof readBenchOptions>

export function readBenchOptions() {
  return readOptions({
    script: 'lab bench',
    about: `Compares polls and reports over HTTP with what the machine can do without the product. The sides alternate, and the
median of the rounds counts. Needs wrk and PostgreSQL 15 (Debian's packages).

polls     100,000 servers, 1 poll in 100 finds deliveries: at least 0.80 of plain Fastify with a fixed response
online    polls of 2.0 that name 20 players: at least 0.3 of plain Fastify with the same body
reports   durable, each delivery once: at least 1.5 times pgbench with as many connections and the same statement
growth    1,000,000 servers and 10,000,000 finished deliveries: at least 0.85 of an almost empty database
watching  polls with traces on and metrics scraped every second: at least 0.97 of the speed without

Without --only, all parts run; growth alone takes a quarter of an hour. With --short, polls and reports run and have to
reach less.`,
    options: {
      only: { type: 'text', help: 'one part', choices: PARTS },
      rounds: { type: 'number', help: 'rounds', default: 5, short: 3 },
      seconds: { type: 'number', help: 'length of a measurement', default: 5, short: 2 },
      connections: { type: 'number', help: 'connections for polls; reports use 512', default: 256 },
      before: { type: 'text', help: 'another checkout of the project, to compare with, for watching' },
      stores: { type: 'number', help: 'stores, each with one server' },
      finished: { type: 'number', help: 'finished deliveries, for growth' },
      pending: { type: 'number', help: 'pending deliveries, for growth' },
    },
  })
}
