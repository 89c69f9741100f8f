import { mutantsOf } from '../kit/mutants/mutant.ts'

const CLAMPED = 'Math.min(anchor.getUTCDate(), lastDay)'

/** Faults that a developer could have made. The trial must notice each of them. */
export const SUBSCRIPTION_MUTANTS = mutantsOf({
  'server/src/catalog/billing-period.ts': {
    periodStart: [
      ['a week has six days', '* 7 *', '* 6 *'],
      ['a day after the end of the month goes to the next month', CLAMPED, 'anchor.getUTCDate()'],
      ['every month ends on day 28', CLAMPED, 'Math.min(anchor.getUTCDate(), 28)'],
    ],
    periodNoAt: [
      ['a charge is never early', ' + MAX_EARLY_MS'],
      ['a charge at the bound is in the old period', '<= latest', '< latest'],
    ],
  },
  'server/src/subscriptions/subscription-state.ts': {
    subscriptionStatus: [
      ['the newest invoice is the one that arrived last', 'Math.max(newest, no)', 'no'],
      ['unpaid invoices count', '(paid ? Math.max', '(paid || no >= 0 ? Math.max'],
      ['an abandoned order stays pending', 'cancelled || closed', 'cancelled'],
      [
        'a reversal of any invoice ends the subscription',
        'invoices.get(newestPeriod)?.reversed === true',
        '[...invoices.values()].some((invoice) => invoice.reversed)',
      ],
      ['a cancelled subscription ends at once', "isPaidNow ? 'cancelling' : 'ended'", "'ended'"],
      ['the grace period is an hour longer', 'graceSeconds *', '(graceSeconds + 3600) *'],
      ['a failed charge of the paid period counts', '(newestPeriod + 1)?.failed', '(newestPeriod)?.failed'],
      ['a renewal is late one moment later', '>= lateAt', '> lateAt'],
    ],
    addInvoice: [['the newest fact about an invoice replaces the older ones', 'facts.invoices.get(no) ?? ']],
  },
})
