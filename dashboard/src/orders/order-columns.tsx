import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { Chip } from '../ui/chip.tsx'
import type { Column } from '../ui/list.tsx'
import { OrderState } from './order-state.tsx'

type Summary = Manage.CheckoutSummary

/** The first column is the player, because support begins with a name. */
export function useOrderColumns(): Column<Summary>[] {
  const t = useTexts()
  const { time } = useDates()
  const money = useMoney()
  return [
    { head: t('order.player'), cell: ({ gameUserId }) => gameUserId, csv: ({ gameUserId }) => gameUserId },
    {
      head: t('order.stateHead'),
      isUnlabeled: true,
      cell: ({ state }) => <OrderState state={state} />,
      csv: ({ state }) => state,
    },
    {
      head: t('order.deliveries'),
      cell: ({ deliveryCounts }) => <Counts counts={deliveryCounts} />,
      csv: ({ deliveryCounts: { processed, pending, held } }) => `${processed}/${processed + pending + held}`,
    },
    { head: t('order.opened'), cell: ({ createdAt }) => time(createdAt), csv: ({ createdAt }) => createdAt },
    {
      head: t('order.order'),
      cell: ({ id, reference }) => <span className="mono xs brk">{reference ?? shortId(id)}</span>,
      csv: ({ id }) => id,
    },
    {
      head: t('order.amount'),
      isNumber: true,
      cell: ({ totalMinor, currency }) => money(totalMinor, currency),
      csv: ({ totalMinor }) => totalMinor,
    },
  ]
}

function Counts({ counts: { pending, processed, held } }: { counts: Summary['deliveryCounts'] }): ReactElement {
  const t = useTexts()
  if (held > 0)
    return (
      <Chip kind="warn" isPlain>
        {t('order.countHeld', { count: held })}
      </Chip>
    )
  if (pending > 0)
    return (
      <Chip kind="info" isPlain>
        {t('order.countWaiting', { count: pending })}
      </Chip>
    )
  return <span className="soft">{processed === 0 ? '–' : t('order.countRan', { count: processed })}</span>
}

/** Enough to tell orders apart: the beginning is a time, which is the same for all orders of a day. */
export function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-6)}`
}
