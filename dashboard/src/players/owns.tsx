import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useDates } from '../app/dates.ts'
import { useTexts } from '../app/texts.tsx'
import { Chip } from '../ui/chip.tsx'
import { Panel } from '../ui/panel.tsx'

/** What a player owns now, and what they owned. */
export function Owns({ entitlements }: { entitlements: Manage.Player['entitlements'] }): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const sorted = entitlements.toSorted((one, other) => Number(one.endedAt !== null) - Number(other.endedAt !== null))
  return (
    <Panel title={t('player.owns')}>
      {sorted.length === 0 && <p className="panel-body small soft">{t('player.ownsNothing')}</p>}
      <ul className="rows">
        {sorted.map(({ id, productName, until, endedAt, endedBy }) => (
          <li key={id}>
            <span>
              <b className="td-main">{productName}</b>
              <span className="small muted">
                {endedAt === null
                  ? until === null
                    ? t('player.forEver')
                    : t('player.until', { day: day(until) })
                  : t(`player.endedBy.${endedBy ?? 'expiry'}`, { day: day(endedAt) })}
              </span>
            </span>
            {endedAt === null ? (
              <Chip kind="ok">{t('player.owned')}</Chip>
            ) : (
              <Chip kind="neutral">{t('player.ended')}</Chip>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
