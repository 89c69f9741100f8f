import { type ReactElement, type ReactNode, useId } from 'react'

type ChoiceProps = {
  label: string
  name: string
  options: [value: string, label: string][]
  defaultValue?: string
  hint?: ReactNode
  onChange?: (value: string) => void
}

/** One of some values, as an input of a form. */
export function Choice({ label, name, options, defaultValue, hint, onChange }: ChoiceProps): ReactElement {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={defaultValue}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
