import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Chip } from '../ui/chip.tsx'
import { StepFoot } from './step-foot.tsx'

/** What a store needs before real money moves. Each line says whether it is done, and leads to its screen. */
export function GoLive(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const at = `/stores/${store.id}`
  const { provider, domain, terms, secondFactor } = useChecklist(store.id)
  const lines = [
    { id: 'provider', isDone: provider, href: `${at}/payments` },
    { id: 'domain', isDone: domain, href: `${at}/storefront/domains` },
    { id: 'terms', isDone: terms, href: `${at}/storefront` },
    { id: 'secondFactor', isDone: secondFactor, href: '/account' },
  ] as const
  return (
    <>
      <ul className="panel rows checklist">
        {lines.map(({ id, isDone, href }) => (
          <li key={id}>
            <span>
              <Link className="td-main" to={href as '/'}>
                {t(`setup.live.${id}`)}
              </Link>
              <span className="small muted">{t(`setup.live.${id}Why`)}</span>
            </span>
            <Chip kind={isDone ? 'ok' : 'warn'} icon={isDone ? 'ok' : 'clock'} isPlain>
              {t(isDone ? 'setup.live.done' : 'setup.live.open')}
            </Chip>
          </li>
        ))}
      </ul>
      <StepFoot back="sale">
        {store.mode === 'test' && (
          <Link className="btn" to="/setup" search={{ mode: 'live' }}>
            {t('setup.live.create')}
          </Link>
        )}
        <Link className="btn btn-primary" to="/stores/$storeId" params={{ storeId: store.id }}>
          {t('setup.live.finish')}
        </Link>
      </StepFoot>
    </>
  )
}

function useChecklist(storeId: string) {
  const me = useQuery(meQuery)
  const providers = useQuery({
    queryKey: ['payment-providers', storeId],
    queryFn: () => api.listPaymentProviders({ storeId }),
  })
  const hosts = useQuery({ queryKey: ['hosts', storeId], queryFn: () => api.listHosts({ storeId }) })
  const storefront = useQuery({ queryKey: ['storefront', storeId], queryFn: () => api.getStorefront({ storeId }) })
  return {
    provider: providers.data?.items.some(({ isConnected, mode }) => isConnected && mode === 'live') === true,
    domain: hosts.data?.items.some(({ kind, provedAt }) => kind === 'domain' && provedAt !== null) === true,
    terms: storefront.data !== undefined && storefront.data.texts.terms !== '',
    secondFactor: me.data !== undefined && me.data.totpEnabledAt !== null,
  }
}
