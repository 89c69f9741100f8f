import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Chip } from '../../ui/chip.tsx'

export function WebhookState({ endpoint }: { endpoint: Manage.WebhookEndpoint }): ReactElement {
  const t = useTexts()
  if (endpoint.disabledReason !== null)
    return (
      <Chip kind={endpoint.disabledReason === 'staff' ? 'neutral' : 'bad'}>
        {t(`webhook.disabled.${endpoint.disabledReason}`)}
      </Chip>
    )
  if (endpoint.failingSince !== null) return <Chip kind="warn">{t('webhook.failing')}</Chip>
  return <Chip kind="ok">{t('webhook.enabled')}</Chip>
}
