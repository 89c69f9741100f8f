import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'

const DAYS = [1, 7, 30, 90, 365]
const DAY_SECONDS = 86_400

/** Time travel in a test store: shows today what happens in 30 days. */
export function Clock(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const { id: storeId } = useStore()
  const [now, setNow] = useState<string>()
  return (
    <Panel title={t('clock.title')}>
      <div className="panel-body stack">
        <p className="small soft">{t('clock.why')}</p>
        <Confirm
          trigger={<Button icon="clock">{t('clock.advance')}</Button>}
          title={t('clock.advance')}
          submit={t('clock.advance')}
          changes={['entitlements', 'checkouts', 'deliveries', 'statistics']}
          run={async ({ days = '1' }) =>
            setNow((await api.advanceClock({ storeId, seconds: Number(days) * DAY_SECONDS })).now)
          }
        >
          <p className="small">{t('clock.effect')}</p>
          <Choice
            label={t('clock.by')}
            name="days"
            defaultValue="30"
            options={DAYS.map((days) => [String(days), t('clock.days', { count: days })])}
          />
        </Confirm>
        {now !== undefined && <Note kind="ok">{t('clock.now', { time: time(now) })}</Note>}
      </div>
    </Panel>
  )
}
