import type { Manage } from '@quartermaster/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useStaffEntries } from '../orders/order/staff-entries.ts'
import { useStore } from '../shell/store-context.ts'
import { Panel } from '../ui/panel.tsx'
import { Timeline, type TimelineEntry } from '../ui/timeline.tsx'

type Details = Manage.SubscriptionDetails

/** Payments and failures at the start of their period, the cancellation, and what staff did. */
export function SubscriptionTimeline({ subscription }: { subscription: Details }): ReactElement {
  const t = useTexts()
  const entries = useEntries(subscription)
  const staffEntries = useStaffEntries([subscription.id])
  return (
    <Panel title={t('timeline.title')} beside={<span className="small muted">{t('timeline.newestFirst')}</span>}>
      <Timeline entries={[...staffEntries, ...entries]} />
    </Panel>
  )
}

function useEntries(subscription: Details): TimelineEntry[] {
  const t = useTexts()
  const { day } = useDates()
  const money = useMoney()
  const { id: storeId } = useStore()
  const { orders, amountMinor, currency, createdAt, cancelledAt, cancelledBy } = subscription
  const amount = money(amountMinor, currency)
  const periods = orders.toReversed().flatMap(({ periodNo, checkoutId, state, failed, startsAt, endsAt }) => {
    const entries: TimelineEntry[] = []
    if (failed)
      entries.push({
        id: `failed-${periodNo}`,
        at: startsAt,
        icon: 'alert',
        kind: 'warn',
        title: t('subscription.event.failed', { amount }),
      })
    if (checkoutId !== null)
      entries.push({
        id: `paid-${periodNo}`,
        at: startsAt,
        icon: state === 'paid' ? 'ok' : 'refund',
        kind: state === 'paid' ? 'ok' : 'bad',
        title: (
          <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: checkoutId }}>
            {t(periodNo === 0 ? 'subscription.event.started' : 'subscription.event.renewed', { amount })}
          </Link>
        ),
        detail:
          state === 'refunded' || state === 'disputed'
            ? t(`order.state.${state}`)
            : t('subscription.event.until', { day: day(endsAt) }),
      })
    return entries
  })
  return [
    { id: 'opened', at: createdAt, icon: 'orders', title: t('subscription.event.opened') },
    ...periods,
    ...(cancelledAt === null || cancelledBy === null
      ? []
      : [
          {
            id: 'cancelled',
            at: cancelledAt,
            icon: 'hold',
            kind: 'warn' as const,
            title: t(`subscription.event.cancelled.${cancelledBy}`),
          },
        ]),
  ]
}
