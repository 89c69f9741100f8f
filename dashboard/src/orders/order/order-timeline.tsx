import type { ReactElement } from 'react'
import { timeZone } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useDeliveryEntries } from '../../deliveries/parts/delivery-entries.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { Evidence } from './evidence.tsx'
import type { Order } from './line-deliveries.ts'
import { useStaffEntries } from './staff-entries.ts'
import { useMoneyEntries } from './money-entries.tsx'

const MAX_AUDITED = 10

/** Everything that happened to an order: payment, deliveries, refunds, and what staff did. */
export function OrderTimeline({ order }: { order: Order }): ReactElement {
  const t = useTexts()
  const moneyEntries = useMoneyEntries()
  const deliveryEntries = useDeliveryEntries()
  const audited = order.deliveries.slice(0, MAX_AUDITED).map((delivery) => delivery.id)
  const staffEntries = useStaffEntries([order.id, ...audited])
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
