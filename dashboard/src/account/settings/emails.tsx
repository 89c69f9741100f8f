import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { Checks, checkedOf } from '../../ui/checks.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'

const ALERTS = ['commands_changed', 'token_created'] as const

/** Which alerts about their stores a person gets. E-mails about money, their own changes and their account are always sent. */
export function Emails({ me }: { me: Manage.Account }): ReactElement {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)

  async function send(values: Record<string, string>): Promise<void> {
    setSaved(false)
    const wanted = checkedOf(values, 'alert')
    await api.setMutedAlerts({ mutedAlerts: ALERTS.filter((alert) => !wanted.includes(alert)) })
    await queryClient.invalidateQueries({ queryKey: ['account'] })
    setSaved(true)
  }

  return (
    <Panel title={t('settings.emails')} foot={t('settings.emailsAlways')}>
      <div className="panel-body narrow-form">
        <Form send={send} submit={t('settings.emailsSave')} fields={[]}>
          {() => (
            <Checks
              legend={t('settings.emailsWhen')}
              name="alert"
              options={ALERTS.map((alert) => [alert, t(`settings.alert.${alert}`)])}
              checked={ALERTS.filter((alert) => !me.mutedAlerts.includes(alert))}
            />
          )}
        </Form>
        {isSaved && <Note kind="ok">{t('settings.emailsSaved')}</Note>}
      </div>
    </Panel>
  )
}
