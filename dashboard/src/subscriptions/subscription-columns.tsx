import type { Manage } from '@quartermaster/sdk'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import type { Column } from '../ui/table.tsx'
import { SubscriptionState } from './subscription-state.tsx'

/** The columns of every list of subscriptions, except the player. */
export function useSubscriptionColumns(): Column<Manage.Subscription>[] {
  const t = useTexts()
  const { day } = useDates()
  const money = useMoney()
  return [
    { head: t('order.product'), cell: ({ name }) => <span className="brk">{name}</span>, csv: ({ name }) => name },
    {
      head: t('order.stateHead'),
      isUnlabeled: true,
      cell: ({ state }) => <SubscriptionState state={state} />,
      csv: ({ state }) => state,
    },
    {
      head: t('subscription.paidUntil'),
      cell: ({ paidUntil }) => (paidUntil === null ? '–' : day(paidUntil)),
      csv: ({ paidUntil }) => paidUntil,
    },
    {
      head: t('subscription.price'),
      isNumber: true,
      cell: ({ amountMinor, currency, billingPeriod }) => (
        <span>
          {money(amountMinor, currency)} <span className="soft">{t(`subscription.per.${billingPeriod}`)}</span>
        </span>
      ),
      csv: ({ amountMinor }) => amountMinor,
    },
  ]
}
