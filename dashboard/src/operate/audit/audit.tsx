import type { Manage } from '@quartermaster/sdk'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { timesOf } from '../../app/search.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, type FilterField, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { ACTIONS, isKnownAction } from './actions.ts'
import { Details } from './details.tsx'
import { useActors } from './use-actors.ts'

export function Audit(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const { id: storeId, name } = useStore()
  const { from, to, ...words } = useSearch({ from: '/signed-in/stores/$storeId/audit' })
  const input = { storeId, ...words, ...timesOf({ ...(from && { from }), ...(to && { to }) }) }
  const actors = useActors()
  useTitle(t('nav.audit'), name)
  const filters: FilterField[] = [
    { kind: 'choice', name: 'actorId', label: t('audit.who'), any: t('audit.anybody'), options: actors },
    {
      kind: 'choice',
      name: 'action',
      label: t('audit.what'),
      any: t('audit.anything'),
      options: ACTIONS.map((action) => [action, t(`audit.action.${action}`)]),
    },
    { kind: 'text', name: 'subject', label: t('audit.subject'), placeholder: 'prd_…' },
    { kind: 'day', name: 'from', label: t('audit.from') },
    { kind: 'day', name: 'to', label: t('audit.to') },
  ]
  const columns: Column<Manage.AuditLogEntry>[] = [
    {
      head: t('audit.what'),
      cell: ({ action }) => <span className="td-main">{actionText(action)}</span>,
      csv: ({ action }) => action,
    },
    { head: t('audit.when'), className: 'nowrap', cell: (e) => time(e.createdAt), csv: (e) => e.createdAt },
    {
      head: t('audit.who'),
      cell: ({ actor, ipAddress }) => (
        <>
          <span className="brk">{actor.type === 'command_line' ? t('audit.commandLine') : actor.name}</span>
          {ipAddress !== null && <span className="block muted">{ipAddress}</span>}
        </>
      ),
      csv: ({ actor }) => actor.name,
    },
    { head: t('audit.subject'), cell: (e) => <code className="brk">{e.subject ?? '–'}</code>, csv: (e) => e.subject },
    {
      head: t('audit.details'),
      cell: ({ details }) => <Details details={details} />,
      csv: ({ details }) => JSON.stringify(details),
    },
  ]

  function actionText(action: string): string {
    return isKnownAction(action) ? t(`audit.action.${action}`) : action
  }

  return (
    <Page title={t('nav.audit')} lede={t('audit.lede')}>
      <List
        call={api.listAuditLog}
        input={input}
        queryKey="audit"
        label={t('nav.audit')}
        columns={columns}
        keyOf={({ id }) => id}
        filters={filters}
        file="audit-log"
        empty={
          <Empty icon="audit" title={t('audit.none')}>
            {t('audit.noneWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listAuditLog', input)]} />
    </Page>
  )
}
