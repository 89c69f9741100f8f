import { defineMutants } from '../kit/mutants/mutant.ts'

/** Faults of the product that only show when a machine is lost. */
export const FAILOVER_MUTANTS = defineMutants([
  {
    name: 'a commit does not wait for the standby',
    file: 'server/src/db/database.ts',
    marker: 'synchronous-commit',
    find: 'synchronous_commit=on',
    by: 'synchronous_commit=local',
  },
  {
    name: 'the pool keeps connections that were lost',
    file: 'server/src/db/open-pool.ts',
    marker: 'lost-connection',
    after: `  pool.on('connect', (client) => {
    Object.defineProperty(client, '_queryable', { get: () => true, set: () => undefined })
  })`,
  },
  {
    name: 'requests are not retried while the database is unavailable',
    file: 'server/src/db/retry-while-unavailable.ts',
    marker: 'outage-retry',
    find: 'left <= 0',
    by: 'left > 0',
  },
])
