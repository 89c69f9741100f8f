import { mutantsOf } from '../../kit/mutants/mutant.ts'

/** Faults in the renewals of subscriptions. */
export const SUBSCRIPTION_MUTANTS = mutantsOf({
  'server/src/payments/subscriptions/apply-report.ts': {
    applyInvoice: [['a renewal runs the commands again', 'no === 0 || subscription.renewalCommands', 'true']],
  },
})
