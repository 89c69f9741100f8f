import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'
import { useLimit } from './use-limit.ts'

type FieldProps = {
  label: string
  /** What is wrong with the value, and what to do. */
  error?: ReactNode
  hint?: ReactNode
  /** A link beside the label. */
  beside?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>

export function Field({ label, error: wrong, hint, beside, maxLength, ...input }: FieldProps): ReactElement {
  const id = useId()
  const { tooLong, ...limit } = useLimit<HTMLInputElement>(maxLength)
  const error = tooLong ?? wrong
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      {beside === undefined ? (
        <label htmlFor={id}>{label}</label>
      ) : (
        <div className="label-row">
          <label className="label" htmlFor={id}>
            {label}
          </label>
          {beside}
        </div>
      )}
      <input
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described === '' ? undefined : described}
        {...input}
        {...limit}
      />
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }): ReactElement {
  return (
    <p className="field-error" id={id} role="alert">
      <Icon name="failed" />
      <span>{children}</span>
    </p>
  )
}
