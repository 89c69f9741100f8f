import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useStore } from '../shell/store-context.ts'
import { useWaitingCount } from '../shell/waiting-count.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Page } from '../ui/page.tsx'
import { AllDeliveries } from './all-deliveries.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { DELIVERY_VIEWS } from './delivery-views.ts'

/** What needs a decision, and all other deliveries by their state. */
export function Deliveries(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const { view } = useSearch({ from: '/signed-in/stores/$storeId/deliveries' })
  const count = useWaitingCount(storeId)
  useTitle(t('nav.deliveries'), name)
  const request = manageRequest(view === undefined ? 'listDeadLetters' : 'listDeliveries', { storeId, limit: 100 })
  return (
    <Page title={t('nav.deliveries')} lede={t('deliveries.lede')}>
      <nav className="tabs" aria-label={t('nav.deliveries')}>
        {[undefined, ...DELIVERY_VIEWS].map((tab) => (
          <Link
            key={tab ?? 'needsYou'}
            to="/stores/$storeId/deliveries"
            params={{ storeId }}
            search={tab === undefined ? {} : { view: tab }}
            aria-current={tab === view ? 'page' : undefined}
          >
            {t(`deliveries.view.${tab ?? 'needsYou'}`)}
            {tab === undefined && count !== undefined && <span className="count">{count}</span>}
          </Link>
        ))}
      </nav>
      {view === undefined ? <DeadLetters /> : <AllDeliveries view={view} />}
      <ApiCall requests={[request]} />
    </Page>
  )
}
