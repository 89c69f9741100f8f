import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useProblems } from '../app/problem-texts.ts'
import { Text, useTexts } from '../app/texts.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { AccountPage } from './account-page.tsx'
import { CodeField, EmailField, PasswordField } from './fields.tsx'
import { signInWithPasskey } from './passkeys.ts'
import { type ProviderName, startProvider } from './provider-ticket.ts'

export function SignIn(): ReactElement {
  const t = useTexts()
  const [challenge, setChallenge] = useState<string>()
  const finish = useFinishSignIn()
  if (challenge !== undefined) return <SecondFactor challenge={challenge} onSignedIn={finish} />

  async function send({ email = '', password = '' }: Record<string, string>): Promise<void> {
    const { challenge: next } = await api.signIn({ email, password, sessionType: 'cookie' })
    if (next === null) await finish()
    else setChallenge(next)
  }

  return (
    <AccountPage
      title={t('signIn.title')}
      lede={<Text id="signIn.lede" values={{ host: location.host }} parts={[<b className="strong" />]} />}
      footer={
        <p>
          <Text id="signIn.noAccount" parts={[<Link to="/account/sign-up" />]} />
        </p>
      }
    >
      <OtherWays onSignedIn={finish} />
      <Form
        send={send}
        submit={t('signIn.title')}
        fields={['email', 'password']}
        explain={(code) => (code === 'sign_in_failed' ? { message: t('signIn.wrong'), field: 'password' } : undefined)}
      >
        {({ errorOf }) => (
          <>
            <EmailField autoComplete="username webauthn" error={errorOf('email')} />
            <PasswordField
              error={errorOf('password')}
              beside={<Link to="/account/forgot">{t('signIn.forgot')}</Link>}
            />
          </>
        )}
      </Form>
    </AccountPage>
  )
}

function OtherWays({ onSignedIn }: { onSignedIn: () => Promise<void> }): ReactElement {
  const t = useTexts()
  const [error, setError] = useState<string>()
  const describe = useProblems()
  const providers = useQuery({ queryKey: ['sign-in-providers'], queryFn: () => api.listSignInProviders() })

  async function usePasskey(): Promise<void> {
    setError(undefined)
    try {
      await signInWithPasskey()
      await onSignedIn()
    } catch {
      setError(t('signIn.passkeyFailed'))
    }
  }

  async function enterWith(provider: ProviderName): Promise<void> {
    setError(undefined)
    await startProvider(provider, 'sign-in').catch((problem: unknown) => setError(describe(problem).text))
  }

  return (
    <div className="ways">
      <Button size="wide" icon="passkey" onClick={() => void usePasskey()}>
        {t('signIn.passkey')}
      </Button>
      {providers.data?.items.map(({ provider, label }) => (
        <Button key={provider} size="wide" onClick={() => void enterWith(provider)}>
          {t('signIn.with', { provider: label })}
        </Button>
      ))}
      {error !== undefined && <FieldError>{error}</FieldError>}
      <p className="or">{t('signIn.or')}</p>
    </div>
  )
}

function SecondFactor({ challenge, onSignedIn }: { challenge: string; onSignedIn: () => Promise<void> }): ReactElement {
  const t = useTexts()
  const send = async ({ code = '' }: Record<string, string>): Promise<void> => {
    await api.verifySecondFactor({ challenge, code, sessionType: 'cookie' })
    await onSignedIn()
  }
  return (
    <AccountPage title={t('secondFactor.title')} lede={t('secondFactor.lede')}>
      <Form send={send} submit={t('secondFactor.submit')} fields={['code']}>
        {({ errorOf }) => <CodeField isRecoverable autoFocus error={errorOf('code')} hint={t('secondFactor.hint')} />}
      </Form>
    </AccountPage>
  )
}

/** Opens the page that wanted a session, else the first page. */
export function useFinishSignIn(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false })
  return async () => {
    queryClient.clear()
    await navigate({ href: next ?? '/', replace: true })
  }
}
