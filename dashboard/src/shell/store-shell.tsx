import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, Suspense, useDeferredValue } from 'react'
import { useTexts } from '../app/texts.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Nav } from './nav.tsx'
import { useMaySee } from './screens.ts'
import { useStore } from './store-context.ts'
import { StoreSwitch } from './store-switch.tsx'
import { TestBanner } from './test-banner.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of all screens of a store. */
export function StoreShell(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const maySee = useMaySee(useLocation().pathname)
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="app">
        {store.mode === 'test' && (
          <TestBanner>
            {store.permissions.includes('servers:write') && (
              <Link to="/stores/$storeId/setup" params={{ storeId: store.id }}>
                {t('setup.continue')}
              </Link>
            )}
          </TestBanner>
        )}
        <TopBar start={<StoreSwitch store={store} />} middle={<SearchBox storeId={store.id} />}>
          {store.mode === 'live' && (
            <span className="status wide">
              <Icon name="ok" className="is-ok" />
              {t('shell.live')}
            </span>
          )}
        </TopBar>
        <Nav storeId={store.id} />
        <main className="main" id="main">
          <Suspense>
            <Deferred>{maySee ? <Outlet /> : <NotAllowed />}</Deferred>
          </Suspense>
        </main>
      </div>
    </>
  )
}

/** Draws the frame first, and then the screen in short tasks that do not block the page. */
function Deferred({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) && children
}

/** An address that someone with another role has sent. */
function NotAllowed(): ReactElement {
  const t = useTexts()
  return (
    <Page title={t('shell.notAllowed')} lede={t('problem.forbidden')}>
      {null}
    </Page>
  )
}
