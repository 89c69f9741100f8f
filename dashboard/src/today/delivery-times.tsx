import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useDuration } from '../app/seconds.ts'
import { useNow } from '../app/now.ts'
import { useTexts } from '../app/texts.tsx'
import { ChartLines, upperMark } from '../ui/charts/chart-lines.tsx'
import type { Period } from './period.ts'
import { useLabels } from './use-labels.ts'

type DeliveryTimesProps = { period: Period; delivery: Manage.Statistics['delivery'] }

export function DeliveryTimes({ period, delivery }: DeliveryTimesProps): ReactElement {
  const t = useTexts()
  const duration = useDuration()
  const { hour } = useLabels(period)
  const now = useNow(60_000)
  const { intervals, p50Seconds, p95Seconds, delivered } = delivery
  const points = (value: (interval: (typeof intervals)[number]) => number | null) =>
    intervals.map((interval) => ({ at: Date.parse(interval.startsAt), value: value(interval) ?? 0 }))
  const dashed = points((interval) => interval.p95Seconds)
  const slowest = dashed.toSorted((a, b) => b.value - a.value)[0]
  const mark = upperMark(slowest?.value ?? 0)
  const from = period.current.from.getTime()
  const show = (seconds: number | null) => (seconds === null ? '–' : duration(seconds))

  return (
    <section aria-labelledby="times">
      <h2 id="times">{t('today.times')}</h2>
      <div className="figs">
        <span className="fig">
          {show(p50Seconds)}
          <small>p50</small>
        </span>
        <span className="fig">
          {show(p95Seconds)}
          <small>p95</small>
        </span>
      </div>
      <div className="plot">
        <div className="axis-y" aria-hidden="true">
          <span className="y10">{duration(mark).replace('.0', '')}</span>
          <span className="y1">1 s</span>
        </div>
        <ChartLines
          title={
            delivered === 0
              ? t('today.noTimes')
              : t('today.slowest', {
                  median: show(p50Seconds),
                  seconds: show(slowest?.value ?? null),
                  when: hour(slowest?.at ?? from),
                })
          }
          line={points((interval) => interval.p50Seconds)}
          dashed={dashed}
          from={from}
          to={now}
          mark={mark}
        />
      </div>
      <div className="axis-x in" aria-hidden="true">
        <span>{hour(from)}</span>
        <span>{hour((from + now) / 2)}</span>
        <span>{hour(now)}</span>
      </div>
      <p className="legend">
        <span>
          <svg aria-hidden="true" viewBox="0 0 16 8">
            <path className="k3" d="M0 4h16" />
          </svg>
          p50
        </span>
        <span>
          <svg aria-hidden="true" viewBox="0 0 16 8">
            <path className="k4" d="M0 4h16" />
          </svg>
          p95
        </span>
        <span className="push">{t('today.withPlayers')}</span>
      </p>
    </section>
  )
}
