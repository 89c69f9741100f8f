import { useQueries } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { timeZone } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useDeliveryEntries } from '../../deliveries/parts/delivery-entries.tsx'
import { isKnownAction } from '../../operate/audit/actions.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Panel } from '../../ui/panel.tsx'
import { Timeline, type TimelineEntry } from '../../ui/timeline.tsx'
import { Evidence } from './evidence.tsx'
import type { Order } from './line-deliveries.ts'
import { useMoneyEntries } from './money-entries.tsx'

const MAX_AUDITED = 10

/** Everything that happened to an order: payment, deliveries, refunds, and what staff did. */
export function OrderTimeline({ order }: { order: Order }): ReactElement {
  const t = useTexts()
  const moneyEntries = useMoneyEntries()
  const deliveryEntries = useDeliveryEntries()
  const staffEntries = useStaffEntries(order)
  const zone = timeZone()
  return (
    <Panel
      title={t('timeline.title')}
      beside={<span className="small muted">{t('timeline.newestFirst')}</span>}
      foot={
        <>
          <span>{t('timeline.zone', { zone: zone.replaceAll('_', ' ') })}</span>
          <Evidence checkoutId={order.id} />
        </>
      }
    >
      <Timeline
        entries={[...staffEntries, ...moneyEntries(order), ...order.deliveries.toReversed().flatMap(deliveryEntries)]}
      />
    </Panel>
  )
}

/** What staff did with the order and its deliveries, if the person may read the audit log. */
function useStaffEntries({ id, deliveries }: Order): TimelineEntry[] {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayRead = useMay('audit:read')
  const subjects = [id, ...deliveries.slice(0, MAX_AUDITED).map((delivery) => delivery.id)]
  const logs = useQueries({
    queries: subjects.map((subject) => ({
      queryKey: ['audit', storeId, subject],
      queryFn: () => api.listAuditLog({ storeId, subject, limit: 20 }),
      enabled: mayRead,
    })),
  })
  return logs.flatMap(({ data }) =>
    (data?.items ?? []).map(({ id: entryId, createdAt, actor, action }) => ({
      id: entryId,
      at: createdAt,
      icon: 'team',
      title: isKnownAction(action) ? t(`audit.action.${action}`) : action,
      detail: t('timeline.staff', { name: actor.name }),
    })),
  )
}
