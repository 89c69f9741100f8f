import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Field } from '../ui/field.tsx'

type AccountFieldProps = {
  error: ReactNode
  autoFocus?: boolean
  autoComplete?: string
  defaultValue?: string
  hint?: ReactNode
  beside?: ReactNode
}

export function NameField(props: AccountFieldProps): ReactElement {
  const t = useTexts()
  return <Field label={t('account.name')} name="name" autoComplete="name" maxLength={100} required {...props} />
}

export function EmailField(props: AccountFieldProps): ReactElement {
  const t = useTexts()
  return <Field label={t('account.email')} name="email" type="email" autoComplete="email" required {...props} />
}

export function PasswordField(props: AccountFieldProps): ReactElement {
  const t = useTexts()
  const kind = { name: 'password', type: 'password', autoComplete: 'current-password' }
  return <Field label={t('account.password')} {...kind} required {...props} />
}

export function NewPasswordField(props: AccountFieldProps): ReactElement {
  const t = useTexts()
  const kind = { name: 'password', type: 'password', autoComplete: 'new-password', minLength: 10 }
  return <Field label={t('account.newPassword')} {...kind} required hint={t('account.passwordHint')} {...props} />
}

/** The code of an authenticator app. `isRecoverable` also takes a recovery code, which has letters. */
export function CodeField({
  isRecoverable = false,
  ...props
}: AccountFieldProps & { isRecoverable?: boolean }): ReactElement {
  const t = useTexts()
  return (
    <Field
      label={t('secondFactor.code')}
      name="code"
      autoComplete="one-time-code"
      inputMode={isRecoverable ? 'text' : 'numeric'}
      required
      {...props}
    />
  )
}
