import type { ClusterOptions } from '@quartermaster/local-postgres/cluster'
import { readOptions } from '../../e2e/kit/options.ts'

export const CLUSTER: ClusterOptions = {
  settings: {
    synchronous_commit: 'on',
    // The pages that polls read fit into memory, as they do where polls come every second. The history need not fit.
    shared_buffers: '2GB',
    max_wal_size: '8GB',
    max_connections: '700',
  },
}

export const PARTS = ['polls', 'online', 'reports', 'watching'] as const

export type Options = ReturnType<typeof readBenchOptions>

export function readBenchOptions() {
  return readOptions({
    script: 'lab bench',
    about: `Compares polls over HTTP with what the machine can do without the product, and measures reports. The sides alternate, and the
median of the rounds counts. Needs Debian's wrk.

polls     100,000 servers, 1 poll in 100 finds deliveries: at least 0.80 of plain Fastify with a fixed response
online    polls of 2.0 that name 20 players: at least 0.3 of plain Fastify with the same body
reports   durable, each delivery once, with 512 connections
watching  polls with traces on and metrics scraped every second: at least 0.97 of the speed without

Without --only, all parts run. With --short, polls and reports run and have to reach less.`,
    options: {
      only: { type: 'text', help: 'one part', choices: PARTS },
      rounds: { type: 'number', help: 'rounds', default: 5, short: 3 },
      seconds: { type: 'number', help: 'length of a measurement', default: 5, short: 2 },
      connections: { type: 'number', help: 'connections for polls; reports use 512', default: 256 },
      before: { type: 'text', help: 'another checkout of the project, to compare with, for watching' },
      stores: { type: 'number', help: 'stores, each with one server' },
    },
  })
}
