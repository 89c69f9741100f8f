import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { PlanRedelivery } from './plan-redelivery.tsx'
import { RedeliveryState } from './redelivery-state.tsx'

/** Plans a redelivery, and lists those of the past. */
export function Redeliveries(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const { id: storeId, name } = useStore()
  useTitle(t('nav.redelivery'), name)
  const columns: Column<Manage.RedeliverySummary>[] = [
    { head: t('redelivery.started'), cell: ({ createdAt }) => time(createdAt), csv: ({ createdAt }) => createdAt },
    {
      head: t('redelivery.state'),
      cell: ({ state }) => <RedeliveryState state={state} />,
      csv: ({ state }) => state,
    },
    { head: t('redelivery.by'), cell: ({ createdBy }) => createdBy, csv: ({ createdBy }) => createdBy },
    {
      head: t('redelivery.finished'),
      cell: ({ finishedAt }) => (finishedAt === null ? '–' : time(finishedAt)),
      csv: ({ finishedAt }) => finishedAt,
    },
  ]
  return (
    <Page title={t('nav.redelivery')} lede={t('redelivery.lede')}>
      <div className="stack">
        {useMay('redeliveries:write') && <PlanRedelivery />}
        <List
          call={api.listRedeliveries}
          input={{ storeId }}
          queryKey="redeliveries"
          title={t('redelivery.history')}
          label={t('redelivery.history')}
          columns={columns}
          keyOf={({ id }) => id}
          link={({ id }) => ({
            to: '/stores/$storeId/redelivery/$redeliveryId',
            params: { storeId, redeliveryId: id },
          })}
          file="redeliveries"
          empty={
            <Empty icon="resend" title={t('redelivery.none')}>
              {t('redelivery.noneWhy')}
            </Empty>
          }
        />
      </div>
      <ApiCall
        requests={[manageRequest('previewRedelivery', { storeId }), manageRequest('listRedeliveries', { storeId })]}
      />
    </Page>
  )
}
