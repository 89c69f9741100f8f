import type { Manage } from '@quartermaster/sdk'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { useNewSecret } from '../new-secret.tsx'

const CHANGES = ['webhooks', 'webhook-attempts']

export function WebhookActions({ endpoint }: { endpoint: Manage.WebhookEndpoint }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const key = { storeId, endpointId: endpoint.id }
  return (
    <div className="btns">
      {endpoint.state === 'enabled' ? (
        <>
          <Action run={() => api.testWebhook(key)} changes={CHANGES}>
            {t('webhook.test')}
          </Action>
          <Confirm
            trigger={<Button size="small">{t('webhook.disable')}</Button>}
            title={t('webhook.disable')}
            submit={t('webhook.disableSubmit')}
            changes={CHANGES}
            run={() => api.disableWebhook(key)}
          >
            <p className="small">{t('webhook.disableEffect')}</p>
          </Confirm>
        </>
      ) : (
        <Action kind="primary" run={() => api.enableWebhook(key)} changes={CHANGES}>
          {t('webhook.enable')}
        </Action>
      )}
      <RotateSecret endpoint={endpoint} />
      <DeleteWebhook endpoint={endpoint} />
    </div>
  )
}

function RotateSecret({ endpoint }: { endpoint: Manage.WebhookEndpoint }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const [, keep] = useNewSecret(endpoint.id)
  return (
    <Confirm
      trigger={t('webhook.rotate')}
      title={t('webhook.rotate')}
      submit={t('webhook.rotateSubmit')}
      kind="primary"
      changes={CHANGES}
      run={async ({ leaked }) => {
        const expireOldSecret = leaked !== undefined
        keep((await api.rotateWebhookSecret({ storeId, endpointId: endpoint.id, expireOldSecret })).secret)
      }}
    >
      <p className="small">{t('webhook.rotateEffect')}</p>
      <label className="check small">
        <input type="checkbox" name="leaked" />
        <span>{t('webhook.leaked')}</span>
      </label>
    </Confirm>
  )
}

function DeleteWebhook({ endpoint }: { endpoint: Manage.WebhookEndpoint }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const navigate = useNavigate()
  return (
    <Confirm
      trigger={t('webhook.delete')}
      title={t('webhook.delete')}
      submit={t('webhook.delete')}
      changes={['webhooks']}
      run={async () => {
        await api.deleteWebhook({ storeId, endpointId: endpoint.id })
        await navigate({ to: '/stores/$storeId/webhooks', params: { storeId } })
      }}
    >
      <p className="small">{t('webhook.deleteEffect', { count: endpoint.pendingEvents + endpoint.abandonedEvents })}</p>
    </Confirm>
  )
}
