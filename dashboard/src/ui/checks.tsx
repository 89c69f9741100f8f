import type { ReactElement } from 'react'

type ChecksProps = {
  legend: string
  /** Each box is called `name.value`. */
  name: string
  options: [value: string, label: string, hint?: string][]
  checked?: string[]
}

/** Several of some values, as inputs of a form. */
export function Checks({ legend, name, options, checked = [] }: ChecksProps): ReactElement {
  return (
    <fieldset className="checks">
      <legend className="label">{legend}</legend>
      {options.map(([value, label, hint]) => (
        <label key={value} className="check small">
          <input type="checkbox" name={`${name}.${value}`} defaultChecked={checked.includes(value)} />
          <span>
            {label}
            {hint !== undefined && <span className="muted"> {hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The values of the checked boxes. */
export function checkedOf(values: Record<string, string>, name: string): string[] {
  const prefix = `${name}.`
  return Object.keys(values).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
}
