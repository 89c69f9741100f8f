import { useLingui } from '@lingui/react'
import { type ReactElement, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { currencySign } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useLimit } from '../../ui/use-limit.ts'
import { BILLING_PERIODS, hasAmount, type Span, UNITS } from '../durations.ts'

type InputProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  error?: ReactNode
  hint?: ReactNode
}

export function PriceField(props: InputProps<string> & { currency: string; placeholder?: string }): ReactElement {
  const { label, value, onChange, error, hint, currency, placeholder } = props
  const { i18n } = useLingui()
  const id = useId()
  const sign = currencySign(currency, i18n.locale)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={sign.length > 1 ? 'affix is-long' : 'affix'}>
        <span aria-hidden="true">{sign}</span>
        <input
          id={id}
          value={value}
          inputMode="decimal"
          placeholder={placeholder}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint !== undefined && <p className="hint">{hint}</p>}
    </div>
  )
}

/** How long something lasts: a number and a unit, or for ever; or how often a subscription is paid. */
export function SpanField({ label, value, onChange, error, hint }: InputProps<Span>): ReactElement {
  const t = useTexts()
  const id = useId()
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="span-field">
        {hasAmount(value.unit) && (
          <input
            aria-label={t('duration.amount')}
            value={value.amount}
            inputMode="numeric"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={(event) => onChange({ ...value, amount: event.currentTarget.value })}
          />
        )}
        <select
          aria-label={t('duration.unit')}
          value={value.unit}
          onChange={(event) => {
            const unit = event.currentTarget.value as Span['unit']
            onChange({ unit, amount: hasAmount(unit) ? value.amount || '30' : '' })
          }}
        >
          {[...UNITS, ...BILLING_PERIODS].map((unit) => (
            <option key={unit} value={unit}>
              {t(`duration.unit.${unit}`)}
            </option>
          ))}
        </select>
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint !== undefined && <p className="hint">{hint}</p>}
    </fieldset>
  )
}

type CheckProps = {
  label: ReactNode
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
}

export function Check({ label, hint, checked, onChange, className = '' }: CheckProps): ReactElement {
  return (
    <label className={`check ${className}`}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {hint !== undefined && <span className="hint">{hint}</span>}
      </span>
    </label>
  )
}

type TextAreaProps = InputProps<string> & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange' | 'id'>

export function TextArea(props: TextAreaProps): ReactElement {
  const { label, value, onChange, error: wrong, hint, maxLength, ...rest } = props
  const id = useId()
  const { tooLong, ...limit } = useLimit<HTMLTextAreaElement>(maxLength)
  const error = tooLong ?? wrong
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        value={value}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...rest}
        {...limit}
      />
      {error !== undefined && <FieldError>{error}</FieldError>}
      {hint !== undefined && <p className="hint">{hint}</p>}
    </div>
  )
}
