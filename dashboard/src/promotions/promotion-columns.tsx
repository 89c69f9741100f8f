import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useMoney, usePercent } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Chip } from '../ui/chip.tsx'
import type { Column } from '../ui/list.tsx'
import { useStoreTime } from './store-time.ts'

type Discounted = Pick<Manage.Sale, 'discount' | 'scope' | 'startsAt' | 'endsAt'>

/** What sales, coupons and creators show in the same way. */
export function useDiscountColumns<Item extends Discounted>(): Column<Item>[] {
  const t = useTexts()
  const money = useMoney()
  const { currency } = useStore()
  const { show } = useStoreTime()
  const percent = usePercent()
  const off = ({ discount: { basisPoints, amountMinor } }: Discounted) =>
    amountMinor === null
      ? t('promotion.percentOff', { percent: percent(basisPoints ?? 0) })
      : money(amountMinor, currency)
  return [
    {
      head: t('promotion.state'),
      isUnlabeled: true,
      cell: (item) => <RunState of={item} />,
    },
    { head: t('promotion.discount'), cell: off, csv: off },
    {
      head: t('promotion.for'),
      cell: ({ scope }) =>
        scope === null
          ? t('promotion.wholeStore')
          : [
              ['promotion.productCount', scope.productIds.length] as const,
              ['promotion.categoryCount', scope.categoryIds.length] as const,
            ]
              .filter(([, count]) => count > 0)
              .map(([text, count]) => t(text, { count }))
              .join(', '),
    },
    {
      head: t('promotion.from'),
      cell: ({ startsAt }) => (startsAt === null ? '–' : show(startsAt)),
      csv: ({ startsAt }) => startsAt,
    },
    {
      head: t('promotion.until'),
      cell: ({ endsAt }) => (endsAt === null ? '–' : show(endsAt)),
      csv: ({ endsAt }) => endsAt,
    },
  ]
}

function RunState({ of: { startsAt, endsAt } }: { of: Discounted }): ReactElement {
  const t = useTexts()
  const now = Date.now()
  if (endsAt !== null && Date.parse(endsAt) <= now) return <Chip kind="neutral">{t('promotion.over')}</Chip>
  if (startsAt !== null && Date.parse(startsAt) > now) return <Chip kind="info">{t('promotion.coming')}</Chip>
  return <Chip kind="ok">{t('promotion.running')}</Chip>
}
