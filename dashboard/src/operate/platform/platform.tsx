import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { TopBar } from '../../shell/top-bar.tsx'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { type Column as TableColumn, Table } from '../../ui/table.tsx'
import { SetPlan } from './set-plan.tsx'

type Plan = Manage.PlanList['items'][number]

/** All stores of the platform and their plans, for operators. */
export function Platform(): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  useTitle(t('platform.title'))
  const columns: Column<Manage.StoreSummary>[] = [
    { head: t('platform.store'), cell: ({ name }) => name, csv: ({ name }) => name },
    { head: t('platform.url'), cell: ({ url }) => <span className="brk">{url}</span>, csv: ({ url }) => url },
    {
      head: t('platform.mode'),
      cell: ({ mode }) => t(`storeSettings.mode.${mode}`),
      csv: ({ mode }) => mode,
    },
    { head: t('platform.plan'), cell: ({ plan }) => plan, csv: ({ plan }) => plan },
    {
      head: t('platform.expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? t('platform.never') : day(expiresAt)),
      csv: ({ expiresAt }) => expiresAt,
    },
    {
      head: t('server.actions'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: (store) => <SetPlan store={store} />,
    },
  ]
  return (
    <div className="setup-app">
      <TopBar>
        <Link to="/">{t('settings.back')}</Link>
      </TopBar>
      <main className="main" id="main">
        <Page title={t('platform.title')} lede={t('platform.lede')}>
          <div className="stack">
            <Plans />
            <List
              call={api.listAllStores}
              input={{}}
              queryKey="all-stores"
              title={t('platform.stores')}
              label={t('platform.stores')}
              columns={columns}
              keyOf={({ id }) => id}
              link={({ id }) => ({ to: '/stores/$storeId', params: { storeId: id } })}
              file="stores"
              empty={
                <Empty icon="storefront" title={t('platform.none')}>
                  {t('platform.noneWhy')}
                </Empty>
              }
            />
          </div>
          <ApiCall requests={[manageRequest('listPlans'), manageRequest('listAllStores')]} />
        </Page>
      </main>
    </div>
  )
}

function Plans(): ReactElement {
  const t = useTexts()
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => api.listPlans() })
  const columns: TableColumn<Plan>[] = [
    { head: t('platform.plan'), cell: ({ plan }) => <b className="td-main">{plan}</b> },
    { head: t('platform.count'), isNumber: true, cell: ({ stores }) => stores },
    { head: t('platform.expired'), isNumber: true, cell: ({ expiredStores }) => expiredStores },
  ]
  return (
    <Panel title={t('platform.plans')}>
      {plans.error === null ? (
        <Table
          label={t('platform.plans')}
          kind="lines"
          columns={columns}
          items={plans.data?.items}
          keyOf={({ plan }) => plan}
        />
      ) : (
        <div className="panel-body">
          <ProblemNote error={plans.error} />
        </div>
      )}
    </Panel>
  )
}
