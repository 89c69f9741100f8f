import type { ReactElement } from 'react'
import { stopwatch, useDuration } from '../../app/seconds.ts'
import { useNow } from '../../app/now.ts'
import { useTexts } from '../../app/texts.tsx'
import { type FeedRow, secondsBetween } from './rows.ts'

/** A client of a game that waits for its player runs the commands within seconds otherwise. */
const RUNNING_SECONDS = 15

type Step = { className?: string; text: string; seconds?: number }

/** The steps of a delivery: paid, dispatched, ran, each with the time since the step before it. */
export function Track({ row }: { row: FeedRow }): ReactElement {
  const t = useTexts()
  const duration = useDuration()
  const now = useNow(1_000)
  const first: Step = { text: t(row.kind === 'sale' ? 'feed.paid' : 'feed.refunded') }
  const steps = [first, ...useSteps(row, now)]
  return (
    <ol className="track">
      {steps.map(({ className, text, seconds }, index) => (
        <li key={index} className={className}>
          {text} {seconds !== undefined && <b>{duration(seconds)}</b>}
        </li>
      ))}
    </ol>
  )
}

function useSteps({ at, delivery }: FeedRow, now: number): Step[] {
  const t = useTexts()
  if (delivery === undefined) return [{ className: 'todo', text: t('feed.nothing') }]
  const { state, dispatchedAt, finishedAt, serverName, requiresOnline, failedAttemptCount: count } = delivery
  if (state === 'cancelled') return [{ className: 'todo', text: t('feed.cancelled') }]
  if (dispatchedAt === null && finishedAt === null) {
    const text = serverName === null ? t('feed.waitsForAnyServer') : t('feed.waitsForServer', { server: serverName })
    return state === 'held'
      ? [{ className: 'fail', text: t('feed.withdrawn') }]
      : [
          { className: 'wait cut', text },
          { className: 'todo', text: '' },
        ]
  }
  const dispatched = { text: t('feed.dispatched'), seconds: secondsBetween(at, dispatchedAt ?? finishedAt ?? at) }
  if (finishedAt !== null)
    return [dispatched, { text: t('feed.ran'), seconds: secondsBetween(dispatchedAt ?? at, finishedAt) }]
  if (state === 'held') {
    const reason = delivery.holdReason ?? 'failed'
    return [dispatched, { className: reason === 'uncertain' ? 'wait' : 'fail', text: t(`feed.${reason}`, { count }) }]
  }
  if (state === 'retrying') return [dispatched, { className: 'wait', text: t('feed.retrying', { count }) }]
  const waits = requiresOnline && now - Date.parse(dispatchedAt ?? at) > RUNNING_SECONDS * 1_000
  if (waits) return [dispatched, { className: 'wait', text: t('feed.waitsForPlayer') }]
  return [
    { ...dispatched, className: 'now cut' },
    { className: 'todo', text: t('feed.running') },
  ]
}

/** The time until the delivery was finished, or since the payment. */
export function Total({ row: { at, delivery } }: { row: FeedRow }): ReactElement {
  const t = useTexts()
  const duration = useDuration()
  const now = useNow(1_000)
  if (delivery === undefined || delivery.state === 'cancelled') return <span className="total" />
  if (delivery.state === 'held') return <span className="total is-bad">{t('feed.held')}</span>
  if (delivery.finishedAt !== null)
    return <span className="total">{duration(secondsBetween(at, delivery.finishedAt))}</span>
  return <span className="total">{stopwatch(secondsBetween(at, new Date(now).toISOString()))}</span>
}
