import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { timesOf } from '../../app/search.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { type Column, List } from '../../ui/list.tsx'

const REFRESH_MS = 5_000
const CHANGES = ['webhooks', 'webhook-attempts']

export function WebhookAttempts({ endpoint }: { endpoint: Manage.WebhookEndpoint }): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const { id: storeId } = useStore()
  const mayChange = useMay('webhooks:write')
  const key = { storeId, endpointId: endpoint.id }
  const columns: Column<Manage.WebhookAttempt>[] = [
    {
      head: t('webhook.event'),
      cell: (attempt) => <EventBody attempt={attempt} />,
      csv: ({ type }) => type,
    },
    {
      head: t('webhook.eventId'),
      cell: ({ eventId }) => <code className="brk">{eventId}</code>,
      csv: (a) => a.eventId,
    },
    { head: t('webhook.sent'), cell: ({ sentAt }) => time(sentAt), csv: ({ sentAt }) => sentAt },
    {
      head: t('webhook.answer'),
      cell: (attempt) => <Answer attempt={attempt} />,
      csv: ({ status, error }) => status ?? error,
    },
    {
      head: t('webhook.took'),
      isNumber: true,
      cell: ({ durationMs }) => `${durationMs} ms`,
      csv: ({ durationMs }) => durationMs,
    },
    {
      head: t('server.actions'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: ({ eventId, type }) =>
        mayChange &&
        type !== null && (
          <Action icon="resend" run={() => api.resendEvent({ ...key, eventId })} changes={CHANGES}>
            {t('webhook.resend')}
          </Action>
        ),
    },
  ]
  return (
    <List
      call={api.listWebhookAttempts}
      input={key}
      queryKey="webhook-attempts"
      title={t('webhook.attempts')}
      label={t('webhook.attempts')}
      beside={mayChange && endpoint.abandonedEvents > 0 && <ResendFailed endpoint={endpoint} />}
      columns={columns}
      keyOf={({ eventId, sentAt }) => `${eventId} ${sentAt}`}
      refetchInterval={REFRESH_MS}
      file="webhook-attempts"
      empty={
        <Empty icon="webhooks" title={t('webhook.noAttempts')}>
          {t('webhook.noAttemptsWhy')}
        </Empty>
      }
    />
  )
}

function EventBody({ attempt: { type, body } }: { attempt: Manage.WebhookAttempt }): ReactElement {
  const t = useTexts()
  if (body === null) return <>{type ?? t('webhook.deletedEvent')}</>
  return (
    <details>
      <summary className="td-main">{type}</summary>
      <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
    </details>
  )
}

function Answer({ attempt: { status, error } }: { attempt: Manage.WebhookAttempt }): ReactElement {
  if (status === null) return <Chip kind="bad">{error}</Chip>
  return <Chip kind={status >= 200 && status < 300 ? 'ok' : 'bad'}>{status}</Chip>
}

function ResendFailed({ endpoint }: { endpoint: Manage.WebhookEndpoint }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={
        <Button size="small" icon="resend">
          {t('webhook.resendFailed')}
        </Button>
      }
      title={t('webhook.resendFailed')}
      submit={t('webhook.resendSubmit')}
      kind="primary"
      fields={['since']}
      changes={CHANGES}
      run={({ since }) =>
        api.resendFailedEvents({ storeId, endpointId: endpoint.id, since: timesOf({ from: since ?? '' }).from ?? '' })
      }
    >
      {({ errorOf }) => (
        <>
          <p className="small">{t('webhook.resendEffect', { count: endpoint.abandonedEvents })}</p>
          <Field
            label={t('webhook.since')}
            name="since"
            type="date"
            required
            defaultValue={endpoint.createdAt.slice(0, 10)}
            error={errorOf('since')}
          />
        </>
      )}
    </Confirm>
  )
}
