import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import type { TimelineEntry } from '../../ui/timeline.tsx'
import { lineTitle, type Order } from './line-deliveries.ts'

/** Payment, refunds and dispute of an order. */
export function useMoneyEntries(): (order: Order) => TimelineEntry[] {
  const t = useTexts()
  const money = useMoney()

  function opened({ id, createdAt, reference }: Order): TimelineEntry[] {
    return [
      {
        id: `${id} opened`,
        at: createdAt,
        icon: 'orders',
        title: t('timeline.opened'),
        ...(reference !== null && { detail: <span className="mono brk">{reference}</span> }),
      },
    ]
  }

  function paid({ id, paidAt, payment, totalMinor, currency }: Order): TimelineEntry[] {
    if (paidAt === null) return []
    const amount = money(payment?.amountMinor ?? totalMinor, currency)
    return [
      {
        id: `${id} paid`,
        at: paidAt,
        icon: 'payments',
        kind: 'ok',
        title: payment === null ? t('timeline.byHand', { amount }) : t('timeline.paid', { amount }),
        ...(payment !== null && {
          detail: (
            <>
              {payment.provider} <span className="mono brk">{payment.providerPaymentId}</span>
            </>
          ),
        }),
      },
    ]
  }

  function refunded({ refunds, lines, currency }: Order): TimelineEntry[] {
    const atProvider = refunds.flatMap(({ id, amountMinor, state, requestedAt, finishedAt, error }) => [
      {
        id,
        at: finishedAt ?? requestedAt,
        icon: 'refund',
        kind: state === 'failed' ? ('bad' as const) : undefined,
        title: t(`timeline.refund.${state}`, { amount: money(amountMinor, currency) }),
        ...(error !== null && { detail: error }),
      },
    ])
    const covered = new Set(refunds.flatMap(({ lines: lineNos, state }) => (state === 'failed' ? [] : lineNos)))
    const byHand = lines.flatMap((line) =>
      line.refundedAt === null || covered.has(line.lineNo)
        ? []
        : {
            id: `line ${line.lineNo} refunded`,
            at: line.refundedAt,
            icon: 'refund',
            title: t('timeline.lineRefunded', { title: lineTitle(line) }),
            detail: t('timeline.noMoney'),
          },
    )
    return [...atProvider, ...byHand]
  }

  function disputed({ id, disputedAt, payment }: Order): TimelineEntry[] {
    if (disputedAt === null) return []
    const dispute = payment?.dispute ?? 'open'
    return [
      {
        id: `${id} disputed`,
        at: disputedAt,
        icon: 'alert',
        kind: 'bad',
        title: t('timeline.disputed'),
        ...(dispute !== 'none' && { detail: t(`timeline.dispute.${dispute}`) }),
      },
    ]
  }

  return (order) => [...opened(order), ...paid(order), ...refunded(order), ...disputed(order)]
}
