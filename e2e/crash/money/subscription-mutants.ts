import { defineMutants } from '../../kit/mutants/mutant.ts'

/** Faults in the renewals of subscriptions. */
export const SUBSCRIPTION_MUTANTS = defineMutants([
  {
    name: 'a renewal runs the commands again',
    file: 'server/src/payments/subscriptions/apply-report.ts',
    marker: 'renewal-commands',
    find: 'no === 0 || subscription.renewalCommands',
    by: 'true',
  },
])
