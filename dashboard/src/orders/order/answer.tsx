import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useId, useState } from 'react'
import { useDates } from '../../app/dates.ts'
import { useDuration } from '../../app/durations.ts'
import { LANGUAGES, type Locale, loadTexts, useTexts } from '../../app/texts.tsx'
import { useServers } from '../../deliveries/servers.ts'
import { CopyButton } from '../../ui/copy-box.tsx'
import type { Order } from './line-deliveries.ts'
import { explainOrder } from './why.ts'

/** One sentence for the chat with the player, in a language that they read. */
export function Answer({ order }: { order: Order }): ReactElement {
  const t = useTexts()
  const { i18n } = useLingui()
  const { clock } = useDates()
  const [locale, setLocale] = useState(i18n.locale as Locale)
  const { data: texts } = useQuery({
    queryKey: ['texts', locale],
    queryFn: () => loadTexts(locale),
    staleTime: Infinity,
  })
  const servers = useServers()
  const duration = useDuration()
  const id = useId()
  const sentence = texts ? explainOrder({ t: texts, locale, order, servers, duration }) : ''
  const isMissing = order.deliveries.length === 0 || order.deliveries.some(({ state }) => state !== 'processed')
  return (
    <section className="panel answer" aria-labelledby={id}>
      <div className="panel-body">
        <h2 id={id}>{t(isMissing ? 'why.title' : 'why.titleArrived', { player: order.gameUserId })}</h2>
        <blockquote lang={locale}>{sentence}</blockquote>
        <div className="btns">
          <CopyButton text={sentence}>{t('why.copy')}</CopyButton>
          <label className="sr" htmlFor={`${id}-language`}>
            {t('why.language')}
          </label>
          <select
            id={`${id}-language`}
            value={locale}
            onChange={(event) => setLocale(event.currentTarget.value as Locale)}
          >
            {Object.entries(LANGUAGES).map(([each, name]) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
          <span className="small muted">{t('why.checked', { time: clock(new Date()) })}</span>
        </div>
      </div>
    </section>
  )
}
