import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useTexts } from '../app/texts.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { AccountPage } from './account-page.tsx'
import { DeadLink } from './dead-link.tsx'
import { NewPasswordField } from './fields.tsx'
import { useLinkToken } from './link-token.ts'

type Kind = 'passkeys' | 'second_factor' | 'providers' | 'tokens'
type Preview = Awaited<ReturnType<typeof api.previewPasswordReset>>

export function ResetPassword(): ReactElement {
  const t = useTexts()
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  const preview = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => api.previewPasswordReset({ token: token ?? '' }),
    enabled: token !== undefined && !isDone,
  })
  const signIn = <Link to="/account/sign-in">{t('account.backToSignIn')}</Link>
  if (token === undefined) return <DeadLink />
  if (isDone) return <AccountPage title={t('reset.done')} lede={t('reset.doneLede')} footer={signIn} />

  return (
    <AccountPage title={t('reset.title')} lede={t('reset.lede')} footer={signIn}>
      {preview.error !== null && <ProblemNote error={preview.error} />}
      <Form
        submit={t('reset.submit')}
        fields={['password']}
        send={async ({ password = '', ...kept }) => {
          await api.resetPassword({ token, password, keep: Object.keys(kept) as Kind[] })
          setDone(true)
        }}
      >
        {({ errorOf }) => (
          <>
            <NewPasswordField error={errorOf('password')} />
            {preview.data && <RecentAccess preview={preview.data} />}
          </>
        )}
      </Form>
    </AccountPage>
  )
}

/** What was added in the last 30 days is removed, unless the person knows it. */
function RecentAccess({ preview }: { preview: Preview }): ReactElement | null {
  const t = useTexts()
  const { day } = useDates()
  const describe = (names: { name: string; createdAt: string }[]) =>
    names.map(({ name, createdAt }) => `${name} (${day(createdAt)})`).join(', ')
  const { passkeys, secondFactorAddedAt, providers, tokens } = preview
  const found: [Kind, string][] = [
    ['passkeys', describe(passkeys)],
    ['second_factor', secondFactorAddedAt === null ? '' : day(secondFactorAddedAt)],
    ['providers', describe(providers.map(({ name, connectedAt }) => ({ name, createdAt: connectedAt })))],
    ['tokens', describe(tokens)],
  ]
  const shown = found.filter(([, what]) => what !== '')
  if (shown.length === 0) return null
  return (
    <fieldset className="recent">
      <legend className="label">{t('reset.recent')}</legend>
      <p className="hint">{t('reset.recentHint')}</p>
      {shown.map(([kind, what]) => (
        <label key={kind} className="check small">
          <input type="checkbox" name={kind} />
          <span>{t(`reset.keep.${kind}`, { what })}</span>
        </label>
      ))}
    </fieldset>
  )
}
