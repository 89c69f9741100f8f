import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmailField, NameField, NewPasswordField } from '../fields.tsx'

export function Profile({ me }: { me: Manage.Account }): ReactElement {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [pendingEmail, setPendingEmail] = useState<string>()

  async function send({ name = '', email = '' }: Record<string, string>): Promise<void> {
    if (name !== me.name) await api.updateAccount({ name })
    if (email !== me.email) {
      await api.changeEmail({ email })
      setPendingEmail(email)
    }
    await queryClient.invalidateQueries({ queryKey: ['account'] })
  }

  return (
    <Panel title={t('settings.profile')}>
      <div className="panel-body narrow-form">
        <Form send={send} submit={t('save')} fields={['name', 'email']}>
          {({ errorOf }) => (
            <>
              <NameField defaultValue={me.name} error={errorOf('name')} />
              <EmailField defaultValue={me.email} error={errorOf('email')} hint={t('settings.emailHint')} />
            </>
          )}
        </Form>
        {pendingEmail !== undefined && <Note kind="ok">{t('settings.emailSent', { email: pendingEmail })}</Note>}
      </div>
    </Panel>
  )
}

export function Password({ me }: { me: Manage.Account }): ReactElement {
  const t = useTexts()
  const [isDone, setDone] = useState(false)
  return (
    <Panel title={t('account.password')}>
      <div className="panel-body narrow-form">
        {!me.hasPassword && <p className="small soft">{t('settings.noPassword')}</p>}
        <Form
          submit={t('settings.changePassword')}
          fields={['password']}
          send={async ({ password = '' }) => {
            await api.changePassword({ password })
            setDone(true)
          }}
        >
          {({ errorOf }) => <NewPasswordField error={errorOf('password')} />}
        </Form>
        {isDone && <Note kind="ok">{t('settings.passwordChanged')}</Note>}
      </div>
    </Panel>
  )
}
