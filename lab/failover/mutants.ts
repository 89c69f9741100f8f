import { mutantsOf } from '../../e2e/kit/mutants/mutant.ts'

/** Faults of the product that only show when a machine is lost. */
export const FAILOVER_MUTANTS = mutantsOf({
  'server/src/db/database.ts': {
    openDatabase: [['a commit does not wait for the standby', 'synchronous_commit=on', 'synchronous_commit=local']],
    ANSWER_TIMEOUT_MS: [['nothing ends connections to a primary that does not answer', '15_000', '0']],
  },
  'server/src/db/retry-while-unavailable.ts': {
    retryWhileUnavailable: [['requests are not retried while the database is unavailable', 'left <= 0', 'left > 0']],
  },
})
