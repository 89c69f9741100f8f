import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { manageRequest } from '../../ui/api-call.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StorefrontPage } from '../storefront-page.tsx'
import { UploadTheme } from './upload-theme.tsx'

/** The versions of the store's own theme, and what went wrong while pages were rendered. */
export function Theme(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { time } = useDates()
  const mayWrite = useMay('catalog:write')
  const { data } = useSuspenseQuery({
    queryKey: ['themes', storeId],
    queryFn: () => api.listThemeVersions({ storeId }),
  })
  const isPublished = data.items.some((version) => version.isPublished)
  const upload = mayWrite && <UploadTheme />

  return (
    <StorefrontPage
      part="theme"
      requests={[manageRequest('listThemeVersions', { storeId }), manageRequest('listThemeErrors', { storeId })]}
    >
      <Panel
        title={t('storefront.versions')}
        beside={
          data.items.length > 0 && (
            <span className="btns">
              {upload}
              {mayWrite && isPublished && <Rollback />}
            </span>
          )
        }
      >
        {data.items.length === 0 ? (
          <Empty icon="storefront" title={t('storefront.noTheme')} action={upload}>
            {t('storefront.noThemeWhy')}
          </Empty>
        ) : (
          <ul className="rows">
            {data.items.map((version) => (
              <li key={version.number}>
                <span>
                  <Link
                    className="td-main"
                    to="/stores/$storeId/storefront/theme/$number"
                    params={{ storeId, number: String(version.number) }}
                  >
                    {t('storefront.version', { number: version.number, name: version.name, label: version.label })}
                  </Link>
                  <span className="small muted">{time(version.createdAt)}</span>
                </span>
                {version.isPublished && <Chip kind="ok">{t('storefront.published')}</Chip>}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <ThemeErrors />
    </StorefrontPage>
  )
}

function Rollback(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={t('storefront.rollback')}
      title={t('storefront.rollback')}
      submit={t('storefront.rollbackSubmit')}
      kind="primary"
      run={() => api.rollbackTheme({ storeId })}
      changes={['themes', 'storefront']}
    >
      <p className="small">{t('storefront.rollbackEffect')}</p>
    </Confirm>
  )
}

function ThemeErrors(): ReactElement | null {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { time } = useDates()
  const errors = useQuery({ queryKey: ['theme-errors', storeId], queryFn: () => api.listThemeErrors({ storeId }) })
  if (!errors.data || errors.data.items.length === 0) return null
  return (
    <Panel title={t('storefront.errors')}>
      <ul className="rows">
        {errors.data.items.map(({ version, file, line, message, count, lastAt }) => (
          <li key={`${version} ${file} ${line} ${message}`}>
            <span>
              <b className="td-main">{message}</b>
              <span className="small muted">
                <code>
                  {file}
                  {line !== null && `:${line}`}
                </code>{' '}
                {t('storefront.errorAt', { version, count, time: time(lastAt) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
