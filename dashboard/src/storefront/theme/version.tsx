import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { manageRequest } from '../../ui/api-call.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { StorefrontPage } from '../storefront-page.tsx'

/** One version of the theme: look at it before it is public, see what changed, and publish it. */
export function Version(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayWrite = useMay('catalog:write')
  const { number = '' } = useParams({ strict: false })
  const { data: version } = useSuspenseQuery({
    queryKey: ['themes', storeId, number],
    queryFn: () => api.getThemeVersion({ storeId, number }),
  })
  const { data: versions } = useSuspenseQuery({
    queryKey: ['themes', storeId],
    queryFn: () => api.listThemeVersions({ storeId }),
  })
  const before = versions.items.find((other) => other.number < version.number)
  const [preview, setPreview] = useState<string>()
  const title = t('storefront.version', { number: version.number, name: version.name, label: version.label })

  return (
    <StorefrontPage part="theme" requests={[manageRequest('getThemeVersion', { storeId, number })]}>
      <p>
        <Link to="/stores/$storeId/storefront/theme" params={{ storeId }}>
          {t('storefront.allVersions')}
        </Link>
      </p>
      <Panel title={title} beside={version.isPublished && <Chip kind="ok">{t('storefront.published')}</Chip>}>
        <div className="panel-body btns">
          {mayWrite && (
            <Action icon="eye" run={async () => setPreview((await api.createThemePreview({ storeId, number })).url)}>
              {t('storefront.preview')}
            </Action>
          )}
          {mayWrite && !version.isPublished && (
            <Confirm
              trigger={t('storefront.publish')}
              title={t('storefront.publishTitle', { title })}
              submit={t('storefront.publish')}
              kind="primary"
              run={() => api.publishTheme({ storeId, number })}
              changes={['themes', 'storefront']}
            >
              <p className="small">{t('storefront.publishEffect')}</p>
            </Confirm>
          )}
          {preview !== undefined && (
            <a href={preview} target="_blank" rel="noreferrer">
              {t('storefront.openPreview')}
            </a>
          )}
        </div>
      </Panel>
      {before && <Changes from={before.number} number={number} />}
    </StorefrontPage>
  )
}

function Changes({ from, number }: { from: number; number: string }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const diff = useQuery({
    queryKey: ['theme-diff', storeId, number, from],
    queryFn: () => api.diffThemeVersions({ storeId, number, from }),
  })
  return (
    <Panel title={t('storefront.changes', { from })}>
      {diff.error !== null && <ProblemNote error={diff.error} />}
      {diff.data?.changes.length === 0 && <p className="panel-body small soft">{t('storefront.noChanges')}</p>}
      {diff.data?.changes.map(({ path, change, lines }) => (
        <details key={path} className="panel-body diff">
          <summary>
            <code>{path}</code> {t(`storefront.change.${change}`)}
          </summary>
          {lines !== null && (
            // The lines are wider than a phone, so they scroll by keyboard too.
            <pre tabIndex={0}>{lines}</pre>
          )}
        </details>
      ))}
    </Panel>
  )
}
