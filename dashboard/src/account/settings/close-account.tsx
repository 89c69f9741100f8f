import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'

export function CloseAccount(): ReactElement {
  const t = useTexts()
  const navigate = useNavigate()

  async function close(): Promise<void> {
    await api.closeAccount()
    queryClient.clear()
    await navigate({ to: '/account/sign-in' })
  }

  return (
    <Panel title={t('settings.close')}>
      <div className="panel-body">
        <p className="small soft">{t('settings.closeWhy')}</p>
        <Confirm
          trigger={<Button kind="danger">{t('settings.close')}</Button>}
          title={t('settings.closeTitle')}
          submit={t('settings.closeNow')}
          run={close}
        >
          <p>{t('settings.closeEffect')}</p>
        </Confirm>
      </div>
    </Panel>
  )
}
