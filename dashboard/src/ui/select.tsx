import { type ReactElement, useId } from 'react'

type SelectProps<Value extends string> = {
  label: string
  value: Value
  options: [Value, string][]
  onChange: (value: Value) => void
}

export function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>): ReactElement {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
