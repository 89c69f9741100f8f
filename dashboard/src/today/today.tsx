import { useLingui } from '@lingui/react'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactElement, useMemo } from 'react'
import { useNow } from '../app/now.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { DeliveryTimes } from './delivery-times.tsx'
import { LiveFeed } from './feed/live-feed.tsx'
import { Needs } from './needs.tsx'
import { Outcomes } from './outcomes.tsx'
import { type PeriodName, PERIODS, periodOf } from './period.ts'
import { Sales } from './sales.tsx'
import { Servers } from './servers.tsx'
import { useNeeds } from './use-needs.ts'
import { statisticsInput, useStatistics } from './use-statistics.ts'

const MINUTE_MS = 60_000

/** Sales, delivery times and everything that needs a person, on one screen. */
export function Today(): ReactElement {
  const t = useTexts()
  const store = useStore()
  useTitle(t('nav.today'), store.name)
  const { period: name = 'today' } = useSearch({ from: '/signed-in/stores/$storeId/' })
  const period = periodOf(name, new Date(useNow(MINUTE_MS)))
  const statistics = useStatistics(store.id, period, useMay('statistics:read'))
  const needs = useNeeds(store.id, statistics?.current.queue.silentServers)
  return (
    <Page
      title={t('nav.today')}
      lede={<Lede needs={needs?.length ?? 0} />}
      actions={<PeriodSwitch storeId={store.id} current={name} />}
    >
      {/* Shown when its upper parts are known, so that nothing moves. */}
      <div hidden={statistics === undefined || needs === undefined}>
        <div className="panel strip">
          {statistics && (
            <>
              <Sales period={period} currency={store.currency} statistics={statistics} />
              <DeliveryTimes period={period} delivery={statistics.current.delivery} />
              <Outcomes period={name} delivery={statistics.current.delivery} />
            </>
          )}
        </div>
        <div className="cols">
          <div className="stack">
            <Needs storeId={store.id} needs={needs} />
            {useMay('servers:read') && <Servers storeId={store.id} />}
          </div>
          {useMay('checkouts:read') && <LiveFeed storeId={store.id} />}
        </div>
        <ApiCall
          requests={[
            manageRequest('getStatistics', statisticsInput(store.id, period.current, period.interval)),
            manageRequest('listDeadLetters', { storeId: store.id, limit: 100 }),
            manageRequest('getFeed', { storeId: store.id }),
          ]}
        />
      </div>
    </Page>
  )
}

function Lede({ needs }: { needs: number }): ReactElement {
  const t = useTexts()
  const { i18n } = useLingui()
  const now = new Date(useNow(MINUTE_MS))
  const time = i18n.date(now, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
  const zone = useMemo(() => zoneName(i18n.locale), [i18n.locale])
  return (
    <>
      {time} · {zone}
      {needs > 0 && (
        <a className="jump" href="#needs">
          <Icon name="alert" />
          {t('needs.count', { count: needs })}
        </a>
      )}
    </>
  )
}

/** The name of the time zone of the person: "Central European Time". */
function zoneName(locale: string): string | undefined {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}

function PeriodSwitch({ storeId, current }: { storeId: string; current: PeriodName }): ReactElement {
  const t = useTexts()
  return (
    <nav className="seg" aria-label={t('period.label')}>
      {PERIODS.map((name) => (
        <Link
          key={name}
          to="/stores/$storeId"
          params={{ storeId }}
          search={name === 'today' ? {} : { period: name }}
          aria-current={name === current ? 'true' : undefined}
        >
          {t(`period.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
