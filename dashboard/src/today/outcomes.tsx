import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { StackBar } from '../ui/charts/stack-bar.tsx'
import type { PeriodName } from './period.ts'

type OutcomesProps = { period: PeriodName; delivery: Manage.Statistics['delivery'] }

/** The deliveries of what was paid in the period, by outcome. */
export function Outcomes({ period, delivery: { delivered, waiting, held } }: OutcomesProps): ReactElement {
  const t = useTexts()
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes">{t('today.deliveries')}</h2>
      <div className="figs">
        <span className="fig">
          {delivered + waiting + held}
          <small>{t(`periodShort.${period}`)}</small>
        </span>
      </div>
      <div className="outwrap">
        <StackBar parts={[delivered, waiting, held]} />
        <ul className="outcome">
          <li>
            <Icon name="ok" className="is-ok" />
            {t('today.ran')} <b>{delivered}</b>
          </li>
          <li>
            <Icon name="clock" />
            {t('today.waiting')} <b>{waiting}</b>
          </li>
          <li>
            <Icon name="hold" className={held > 0 ? 'is-bad' : ''} />
            {t('today.held')} <b>{held}</b>
          </li>
        </ul>
      </div>
    </section>
  )
}
