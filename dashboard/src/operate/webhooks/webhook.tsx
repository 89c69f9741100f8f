import type { Manage } from '@quartermaster/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Checks, checkedOf } from '../../ui/checks.tsx'
import { Form } from '../../ui/form.tsx'
import { NewSecret, useNewSecret } from '../new-secret.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookAttempts } from './webhook-attempts.tsx'
import { EVENTS } from './webhook-events.ts'
import { WebhookState } from './webhook-state.tsx'

const REFRESH_MS = 5_000

export function Webhook(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const { id: storeId, name: storeName } = useStore()
  const { endpointId = '' } = useParams({ strict: false })
  const mayChange = useMay('webhooks:write')
  const query = useQuery({
    queryKey: ['webhooks', storeId, endpointId],
    queryFn: () => api.getWebhook({ storeId, endpointId }),
    refetchInterval: REFRESH_MS,
  })
  const [secret] = useNewSecret(endpointId)
  const endpoint = query.data
  useTitle(t('nav.webhooks'), storeName)

  return (
    <Page
      title={endpoint ? new URL(endpoint.url).host : '…'}
      crumb={
        <Link to="/stores/$storeId/webhooks" params={{ storeId }}>
          {t('nav.webhooks')}
        </Link>
      }
      lede={
        endpoint && (
          <>
            <WebhookState endpoint={endpoint} /> <code className="brk">{endpoint.url}</code>
          </>
        )
      }
      actions={endpoint && mayChange && <WebhookActions endpoint={endpoint} />}
    >
      {query.error !== null && <ProblemNote error={query.error} />}
      {secret !== undefined && <NewSecret secret={secret} why={t('webhook.secretOnce')} />}
      {endpoint && (
        <div className="stack">
          {endpoint.failingSince !== null && (
            <Note kind="bad">{t('webhook.failingSince', { time: time(endpoint.failingSince) })}</Note>
          )}
          {endpoint.oldSecretExpiresAt !== null && (
            <Note kind="info">{t('webhook.oldSecret', { time: time(endpoint.oldSecretExpiresAt) })}</Note>
          )}
          <WebhookAttempts endpoint={endpoint} />
          {mayChange && <Events endpoint={endpoint} />}
        </div>
      )}
      <ApiCall
        requests={[
          manageRequest('getWebhook', { storeId, endpointId }),
          manageRequest('listWebhookAttempts', { storeId, endpointId }),
        ]}
      />
    </Page>
  )
}

function Events({ endpoint }: { endpoint: Manage.WebhookEndpoint }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const queryClient = useQueryClient()

  async function send(values: Record<string, string>): Promise<void> {
    await api.updateWebhook(
      { storeId, endpointId: endpoint.id, events: checkedOf(values, 'event') },
      { ifMatch: endpoint },
    )
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  }

  return (
    <Panel title={t('webhook.events')}>
      <div className="panel-body narrow-form" key={endpoint.version}>
        <Form send={send} submit={t('save')} fields={[]}>
          {() => (
            <Checks
              legend={t('webhook.choose')}
              name="event"
              checked={endpoint.events}
              options={EVENTS.map(([type, text]) => [type, t(text)])}
            />
          )}
        </Form>
      </div>
    </Panel>
  )
}
