import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { ChartBars, roundUp } from '../ui/charts/chart-bars.tsx'
import type { Period } from './period.ts'
import type { useStatistics } from './use-statistics.ts'
import { useLabels } from './use-labels.ts'

type SalesProps = { period: Period; currency: string; statistics: NonNullable<ReturnType<typeof useStatistics>> }
type Interval = Manage.Statistics['intervals'][number]

export function Sales({ period, currency, statistics }: SalesProps): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const labels = useLabels(period)
  const own = (intervals: Interval[] = []) => intervals.filter((interval) => interval.currency === currency)
  const current = own(statistics.current.intervals)
  const past = own(statistics.before.intervals)
  const bars = period.bars.map(({ at }) => minorAt(current, at))
  const before = period.bars.map(({ before: at }) => minorAt([...past, ...own(statistics.rest?.intervals)], at))
  const most = Math.max(...bars, ...before)
  const difference = sumOf(current) - sumOf(past)
  const values = { amount: money(Math.abs(difference), currency), when: labels.beforeNow }
  const peak = bars.indexOf(Math.max(...bars))
  const orders = current.reduce((sum, { sales }) => sum + sales, 0)

  return (
    <section aria-labelledby="sales">
      <h2 id="sales">{t('today.sales')}</h2>
      <div className="figs">
        <span className="fig">
          {money(sumOf(current), currency)}
          <small>{t('today.orders', { count: orders })}</small>
        </span>
        <span className="small soft">
          {difference > 0 && t('today.more', values)}
          {difference < 0 && t('today.less', values)}
          {difference === 0 && t('today.same', values)}
        </span>
      </div>
      <ChartBars
        title={
          orders === 0
            ? t('today.noSales')
            : t('today.peak', {
                amount: money(bars[peak] ?? 0, currency),
                when: labels.nameOf(period.bars[peak]?.at ?? 0),
                before: money(before[peak] ?? 0, currency),
              })
        }
        bars={bars}
        before={before}
        top={roundUp(most)}
      />
      <div className="axis-x" aria-hidden="true">
        {labels.axis.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <p className="legend">
        <span>
          <svg aria-hidden="true" viewBox="0 0 16 8">
            <rect className="k1" width="16" height="8" />
          </svg>
          {labels.name}
        </span>
        <span>
          <svg aria-hidden="true" viewBox="0 0 16 8">
            <rect className="k2" width="16" height="8" />
          </svg>
          {labels.beforeName}
        </span>
        {most > 0 && (
          <span className="push">
            {t(period.interval === 'hour' ? 'today.topHour' : 'today.topDay', {
              amount: money(roundUp(most), currency),
            })}
          </span>
        )}
      </p>
    </section>
  )
}

function minorAt(intervals: Interval[], at: number): number {
  return sumOf(intervals.filter(({ startsAt }) => Date.parse(startsAt) === at))
}

function sumOf(intervals: Interval[]): number {
  return intervals.reduce((sum, { grossMinor }) => sum + grossMinor, 0)
}
