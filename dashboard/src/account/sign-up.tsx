import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { Form } from '../ui/form.tsx'
import { AccountPage } from './account-page.tsx'
import { DeadLink } from './dead-link.tsx'
import { EmailField, NameField, NewPasswordField } from './fields.tsx'
import { useLinkToken } from './link-token.ts'
import { useFinishSignIn } from './sign-in.tsx'

/** The first step: the address. The second is the link in the e-mail. */
export function SignUp(): ReactElement {
  const t = useTexts()
  return (
    <EmailStep
      title={t('signUp.title')}
      lede={t('signUp.lede')}
      submit={t('signUp.submit')}
      send={(email) => api.signUp({ email })}
    />
  )
}

export function ForgotPassword(): ReactElement {
  const t = useTexts()
  return (
    <EmailStep
      title={t('forgot.title')}
      lede={t('forgot.lede')}
      submit={t('forgot.submit')}
      send={(email) => api.requestPasswordReset({ email })}
    />
  )
}

type EmailStepProps = { title: string; lede: string; submit: string; send: (email: string) => Promise<unknown> }

/** The page does not tell whether an account exists. */
function EmailStep({ title, lede, submit, send }: EmailStepProps): ReactElement {
  const t = useTexts()
  const [sentTo, setSentTo] = useState<string>()
  const back = <Link to="/account/sign-in">{t('account.backToSignIn')}</Link>
  if (sentTo !== undefined)
    return <AccountPage title={t('mail.title')} lede={t('mail.sent', { email: sentTo })} footer={back} />
  return (
    <AccountPage title={title} lede={lede} footer={back}>
      <Form
        submit={submit}
        fields={['email']}
        send={async ({ email = '' }) => {
          await send(email)
          setSentTo(email)
        }}
      >
        {({ errorOf }) => <EmailField autoFocus error={errorOf('email')} />}
      </Form>
    </AccountPage>
  )
}

export function ConfirmSignUp(): ReactElement {
  const t = useTexts()
  const token = useLinkToken()
  const finish = useFinishSignIn()
  if (token === undefined) return <DeadLink />

  async function send({ name = '', password = '' }: Record<string, string>): Promise<void> {
    await api.confirmSignUp({ token: token ?? '', name, password, sessionType: 'cookie' })
    await finish()
  }

  return (
    <AccountPage title={t('confirm.title')} lede={t('confirm.lede')}>
      <Form send={send} submit={t('confirm.submit')} fields={['name', 'password']}>
        {({ errorOf }) => (
          <>
            <NameField autoFocus error={errorOf('name')} />
            <NewPasswordField error={errorOf('password')} />
          </>
        )}
      </Form>
    </AccountPage>
  )
}
