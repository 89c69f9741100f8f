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
    name: 'nothing ends connections to a primary that does not answer',
    file: 'server/src/db/database.ts',
    marker: 'answer-timeout',
    find: '15_000',
    by: '0',
  },
  {
    name: 'requests are not retried while the database is unavailable',
    file: 'server/src/db/retry-while-unavailable.ts',
    marker: 'outage-retry',
    find: 'left <= 0',
    by: 'left > 0',
  },
])
