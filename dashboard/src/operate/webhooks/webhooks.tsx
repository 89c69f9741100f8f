import type { Manage } from '@quartermaster/sdk'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Checks, checkedOf } from '../../ui/checks.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { useNewSecret } from '../new-secret.tsx'
import { Page } from '../../ui/page.tsx'
import { EVENTS } from './webhook-events.ts'
import { WebhookState } from './webhook-state.tsx'

export function Webhooks(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  useTitle(t('nav.webhooks'), name)
  const columns: Column<Manage.WebhookEndpoint>[] = [
    { head: t('webhook.url'), cell: ({ url }) => <span className="brk">{url}</span>, csv: ({ url }) => url },
    {
      head: t('webhook.state'),
      cell: (endpoint) => <WebhookState endpoint={endpoint} />,
      csv: ({ state, disabledReason }) => disabledReason ?? state,
    },
    {
      head: t('webhook.events'),
      cell: ({ events }) => (events.length === 0 ? t('webhook.allEvents') : events.join(', ')),
      csv: ({ events }) => events.join(' '),
    },
    {
      head: t('webhook.pending'),
      isNumber: true,
      cell: ({ pendingEvents }) => pendingEvents,
      csv: ({ pendingEvents }) => pendingEvents,
    },
    {
      head: t('webhook.abandoned'),
      isNumber: true,
      cell: ({ abandonedEvents }) => abandonedEvents,
      csv: ({ abandonedEvents }) => abandonedEvents,
    },
  ]
  const create = useMay('webhooks:write') && <CreateWebhook />
  return (
    <Page title={t('nav.webhooks')} lede={t('webhook.lede')} actions={create}>
      <List
        call={api.listWebhooks}
        input={{ storeId }}
        queryKey="webhooks"
        label={t('nav.webhooks')}
        columns={columns}
        keyOf={({ id }) => id}
        link={({ id }) => ({ to: '/stores/$storeId/webhooks/$endpointId', params: { storeId, endpointId: id } })}
        file="webhooks"
        empty={
          <Empty icon="webhooks" title={t('webhook.none')} action={create}>
            {t('webhook.noneWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listWebhooks', { storeId })]} />
    </Page>
  )
}

function CreateWebhook(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const navigate = useNavigate()
  const [, keep] = useNewSecret('')

  async function create(values: Record<string, string>): Promise<void> {
    const created = await api.createWebhook({ storeId, url: values['url'] ?? '', events: checkedOf(values, 'event') })
    keep(created.secret, created.id)
    await navigate({ to: '/stores/$storeId/webhooks/$endpointId', params: { storeId, endpointId: created.id } })
  }

  return (
    <Confirm
      trigger={
        <Button kind="primary" icon="plus">
          {t('webhook.create')}
        </Button>
      }
      title={t('webhook.create')}
      submit={t('webhook.createSubmit')}
      kind="primary"
      fields={['url']}
      changes={['webhooks']}
      run={create}
    >
      {({ errorOf }) => (
        <>
          <Field
            label={t('webhook.url')}
            name="url"
            type="url"
            required
            maxLength={2000}
            placeholder="https://bot.example/hooks"
            error={errorOf('url')}
          />
          <Checks legend={t('webhook.choose')} name="event" options={EVENTS.map(([type, text]) => [type, t(text)])} />
        </>
      )}
    </Confirm>
  )
}
