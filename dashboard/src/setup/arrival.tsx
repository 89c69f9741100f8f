import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'

type ArrivalProps = { delivery: Manage.Delivery; paidAt: string | null; needsPlayer: boolean }

/** Paid, dispatched, ran: each with the seconds since the step before it. */
export function Arrival({ delivery, paidAt, needsPlayer }: ArrivalProps): ReactElement {
  const t = useTexts()
  const { state, dispatchedAt, finishedAt, gameUserId, products } = delivery
  const isStuck = state === 'held' || state === 'retrying'
  const waiting = t(needsPlayer ? 'setup.sale.waitPlayer' : 'setup.sale.waitServer')
  return (
    <div className="arrival-row">
      <p>
        <b className="td-main">{products.map(({ name }) => name).join(', ')}</b>{' '}
        <span className="soft">{gameUserId}</span>
      </p>
      <ol className="track">
        <li>{t('setup.sale.paid')}</li>
        <li className={dispatchedAt === null ? 'wait cut' : undefined}>
          {dispatchedAt === null ? waiting : t('setup.sale.dispatched')} <b>{secondsBetween(paidAt, dispatchedAt)}</b>
        </li>
        <li className={finishedAt !== null ? undefined : isStuck ? 'fail' : 'todo'}>
          {t(finishedAt !== null ? 'setup.sale.ran' : isStuck ? 'setup.sale.failed' : 'setup.sale.running')}{' '}
          <b>{secondsBetween(dispatchedAt, finishedAt)}</b>
        </li>
      </ol>
      <span className="total">{secondsBetween(paidAt, finishedAt)}</span>
    </div>
  )
}

function secondsBetween(from: string | null, to: string | null): string {
  if (from === null || to === null) return ''
  return `${Math.max(0, (Date.parse(to) - Date.parse(from)) / 1_000).toFixed(1)} s`
}
