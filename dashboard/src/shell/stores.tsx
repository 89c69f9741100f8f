import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { meQuery, storesQuery } from '../api/queries.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { TopBar } from './top-bar.tsx'

/** The first page of someone with several stores, or with none. */
export function Stores(): ReactElement {
  const t = useTexts()
  const { data: stores } = useSuspenseQuery(storesQuery)
  const { data: me } = useSuspenseQuery(meQuery)
  useTitle(t('stores.title'))
  return (
    <div className="setup-app">
      <TopBar />
      <main className="main settings" id="main">
        <Page
          title={t('stores.title')}
          actions={
            <span className="btns">
              {me.isOperator && (
                <Link className="btn" to="/platform">
                  {t('platform.title')}
                </Link>
              )}
              <Link className="btn" to="/import">
                {t('stores.import')}
              </Link>
              <Link className="btn" to="/setup">
                {t('stores.create')}
              </Link>
            </span>
          }
        >
          {stores.length === 0 ? (
            <div className="panel empty">
              <Icon name="storefront" />
              <h2>{t('stores.none')}</h2>
              <p>{t('stores.noneWhy')}</p>
            </div>
          ) : (
            <Panel title={t('stores.yours')}>
              <ul className="rows">
                {stores.map(({ id, name, url, role, mode }) => (
                  <li key={id}>
                    <span>
                      <Link className="td-main" to="/stores/$storeId" params={{ storeId: id }}>
                        {name}
                      </Link>
                      <span className="small muted">{url}</span>
                    </span>
                    <span className="status">
                      {mode === 'test' && t('shell.testMode')}
                      {role !== null && t(`role.${role}`)}
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </Page>
      </main>
    </div>
  )
}
