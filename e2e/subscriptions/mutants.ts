import { defineMutants } from '../kit/mutants/mutant.ts'

const PERIOD = 'server/src/catalog/billing-period.ts'
const STATE = 'server/src/subscriptions/subscription-state.ts'

/** Faults that a developer could have made. The trial must notice each of them. */
export const SUBSCRIPTION_MUTANTS = defineMutants([
  { name: 'a week has six days', file: PERIOD, marker: 'period-week', find: '* 7 *', by: '* 6 *' },
  {
    name: 'a day after the end of the month goes to the next month',
    file: PERIOD,
    marker: 'period-clamp',
    find: 'Math.min(anchor.getUTCDate(), lastDay)',
    by: 'anchor.getUTCDate()',
  },
  {
    name: 'every month ends on day 28',
    file: PERIOD,
    marker: 'period-clamp',
    find: 'Math.min(anchor.getUTCDate(), lastDay)',
    by: 'Math.min(anchor.getUTCDate(), 28)',
  },
  { name: 'a charge is never early', file: PERIOD, marker: 'period-early', find: ' + MAX_EARLY_MS', by: '' },
  {
    name: 'a charge at the bound is in the old period',
    file: PERIOD,
    marker: 'period-no',
    find: '<= latest',
    by: '< latest',
  },
  {
    name: 'the newest invoice is the one that arrived last',
    file: STATE,
    marker: 'newest-invoice',
    find: 'Math.max(newest, no)',
    by: 'no',
  },
  {
    name: 'unpaid invoices count',
    file: STATE,
    marker: 'newest-invoice',
    find: '(paid ? Math.max(newest, no) : newest)',
    by: '(paid || no >= 0 ? Math.max(newest, no) : newest)',
  },
  {
    name: 'an abandoned order stays pending',
    file: STATE,
    marker: 'unpaid-end',
    find: 'cancelled || closed',
    by: 'cancelled',
  },
  {
    name: 'a reversal of any invoice ends the subscription',
    file: STATE,
    marker: 'reversed-end',
    find: 'invoices.get(newestPeriod)?.reversed === true',
    by: '[...invoices.values()].some((invoice) => invoice.reversed)',
  },
  {
    name: 'a cancelled subscription ends at once',
    file: STATE,
    marker: 'cancelled-end',
    find: "isPaidNow ? 'cancelling' : 'ended'",
    by: "'ended'",
  },
  {
    name: 'the grace period is an hour longer',
    file: STATE,
    marker: 'grace-end',
    find: 'graceSeconds *',
    by: '(graceSeconds + 3600) *',
  },
  {
    name: 'a failed charge of the paid period counts',
    file: STATE,
    marker: 'failed-charge',
    find: 'newestPeriod + 1',
    by: 'newestPeriod',
  },
  {
    name: 'a renewal is late one moment later',
    file: STATE,
    marker: 'late-renewal',
    find: '>= lateAt',
    by: '> lateAt',
  },
  {
    name: 'the newest fact about an invoice replaces the older ones',
    file: STATE,
    marker: 'add-invoice',
    replace: '  const after: Invoice = { paid: false, reversed: false, failed: false, ...added }',
  },
])
