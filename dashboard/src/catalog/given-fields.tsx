import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type GivenFieldsProps = {
  fields: Manage.Product['fields']
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

/** Inputs for what a product asks the buyer for, when staff sell it. */
export function GivenFields({ fields, values, onChange }: GivenFieldsProps): ReactElement {
  const t = useTexts()
  const set = (name: string, value: string) => onChange({ ...values, [name]: value })
  return (
    <>
      {fields.map(({ name, type, label, hint, choices, required }) => {
        const value = values[name] ?? ''
        if (type !== 'choice' && type !== 'boolean')
          return (
            <Field
              key={name}
              label={label}
              value={value}
              maxLength={255}
              required={required}
              {...(hint !== '' && { hint })}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          )
        const options: [string, string][] =
          type === 'boolean'
            ? [
                ['true', t('fields.yes')],
                ['false', t('fields.no')],
              ]
            : choices.map((choice) => [choice.value, choice.label])
        return (
          <Select
            key={name}
            label={label}
            value={value}
            options={[['', '–'], ...options]}
            onChange={(chosen) => set(name, chosen)}
          />
        )
      })}
    </>
  )
}
