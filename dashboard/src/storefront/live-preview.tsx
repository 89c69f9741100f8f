import '../styles/store-preview.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import { useTexts } from '../app/texts.tsx'
import { useTyped } from '../app/typed.ts'
import { useStore } from '../shell/store-context.ts'
import { Empty } from '../ui/empty.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProblemNote } from '../ui/problem.tsx'

const TYPING_MS = 500
/** A preview ends after 15 minutes. */
const FRESH_MS = 10 * 60_000

type Changes = Omit<Parameters<typeof api.createStorefrontPreview>[0], 'storeId'>

/** The store as it would be with changes that are not saved. The page is in a sandbox: it runs no script and has no origin. */
export function LivePreview({ changes }: { changes: Changes }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const wanted = useTyped(JSON.stringify(changes), TYPING_MS)
  const { data, error } = useQuery({
    queryKey: ['storefront', storeId, 'preview', wanted],
    queryFn: () => api.createStorefrontPreview({ storeId, ...(JSON.parse(wanted) as Changes) }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    retry: false,
  })
  return (
    <div className="store-preview">
      <Panel title={t('storefront.livePreview')} foot={t('storefront.livePreviewWhy')}>
        {hasCode(error, 'not_configured') ? (
          <Empty icon="eye" title={t('storefront.noPreview')}>
            {t('storefront.noPreviewWhy')}
          </Empty>
        ) : (
          <>
            {error !== null && (
              <div className="panel-body">
                <ProblemNote error={error} />
              </div>
            )}
            <div className="store-preview-page">{data && <Frame url={data.url} />}</div>
          </>
        )}
      </Panel>
    </div>
  )
}

/** Shows the page before until the next one has been loaded, so that nothing flickers. */
function Frame({ url }: { url: string }): ReactElement {
  const t = useTexts()
  const [shown, setShown] = useState(url)
  return (
    <>
      {[...new Set([shown, url])].map((address) => (
        <iframe
          key={address}
          className={address === shown ? undefined : 'is-next'}
          title={t('storefront.livePreview')}
          sandbox=""
          src={address}
          onLoad={() => setShown(address)}
        />
      ))}
    </>
  )
}
