import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Counts } from './counts.tsx'
import { RedeliveryState } from './redelivery-state.tsx'

const PROGRESS_MS = 2_000

/** The progress of a redelivery. The page can be left: servers of the platform continue it. */
export function Redelivery(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const { id: storeId, name } = useStore()
  const { redeliveryId = '' } = useParams({ strict: false })
  const mayStop = useMay('redeliveries:write')
  const { data: redelivery, error } = useQuery({
    queryKey: ['redeliveries', storeId, redeliveryId],
    queryFn: () => api.getRedelivery({ storeId, redeliveryId }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_MS : false),
  })
  useTitle(t('nav.redelivery'), name)
  return (
    <Page
      title={t('redelivery.one')}
      crumb={
        <Link to="/stores/$storeId/redelivery" params={{ storeId }}>
          {t('nav.redelivery')}
        </Link>
      }
      lede={
        redelivery && (
          <>
            <RedeliveryState state={redelivery.state} />{' '}
            {t('redelivery.startedBy', { name: redelivery.createdBy, time: time(redelivery.createdAt) })}
          </>
        )
      }
      actions={
        redelivery?.state === 'running' &&
        mayStop && (
          <Confirm
            trigger={<Button kind="danger">{t('redelivery.stop')}</Button>}
            title={t('redelivery.stop')}
            submit={t('redelivery.stopSubmit')}
            changes={['redeliveries']}
            run={() => api.stopRedelivery({ storeId, redeliveryId })}
          >
            <p className="small">{t('redelivery.stopEffect', { count: redelivery.counts.deliveries })}</p>
          </Confirm>
        )
      }
    >
      {error !== null && <ProblemNote error={error} />}
      {redelivery && (
        <Panel title={t('redelivery.soFar')}>
          <Counts counts={redelivery.counts} />
        </Panel>
      )}
      <ApiCall requests={[manageRequest('getRedelivery', { storeId, redeliveryId })]} />
    </Page>
  )
}
