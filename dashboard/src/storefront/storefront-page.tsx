import type { ManageRequest } from '@quartermaster/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useStore } from '../shell/store-context.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { Page } from '../ui/page.tsx'

const PARTS = ['look', 'theme', 'texts', 'pages', 'pictures', 'domains', 'identity'] as const
type Part = (typeof PARTS)[number]

const PATHS = {
  look: '/stores/$storeId/storefront',
  theme: '/stores/$storeId/storefront/theme',
  texts: '/stores/$storeId/storefront/texts',
  pages: '/stores/$storeId/storefront/pages',
  pictures: '/stores/$storeId/storefront/pictures',
  domains: '/stores/$storeId/storefront/domains',
  identity: '/stores/$storeId/storefront/identity',
} as const

type StorefrontPageProps = { part: Part; requests: ManageRequest[]; actions?: ReactNode; children: ReactNode }

/** One of the screens about what players see. */
export function StorefrontPage({ part, requests, actions, children }: StorefrontPageProps): ReactElement {
  const t = useTexts()
  const store = useStore()
  useTitle(t(`storefront.part.${part}`), store.name)
  return (
    <Page title={t('nav.storefront')} lede={t(`storefront.lede.${part}`)} actions={actions}>
      <nav className="seg parts" aria-label={t('nav.storefront')}>
        {PARTS.map((name) => (
          <Link
            key={name}
            to={PATHS[name]}
            params={{ storeId: store.id }}
            activeOptions={{ exact: name === 'look', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {t(`storefront.part.${name}`)}
          </Link>
        ))}
      </nav>
      {children}
      <ApiCall requests={requests} />
    </Page>
  )
}
