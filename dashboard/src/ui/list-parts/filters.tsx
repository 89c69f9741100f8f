import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../button.tsx'

/** One filter of a list. `name` is its name in the address of the screen. */
export type FilterField = { name: string; label: string } & (
  | { kind: 'text'; placeholder?: string }
  | { kind: 'day' }
  | { kind: 'choice'; any: string; options: [value: string, label: string][] }
)

type Search = Record<string, string | undefined>

/** The filters that are in the address. */
export function useFilters(fields: FilterField[]): Search {
  const search = useSearch({ strict: false }) as Search
  return Object.fromEntries(fields.flatMap(({ name }) => (search[name] === undefined ? [] : [[name, search[name]]])))
}

/** Writes its values into the address, which then shows the first page. */
export function Filters({ fields }: { fields: FilterField[] }): ReactElement {
  const t = useTexts()
  const navigate = useNavigate()
  const values = useFilters(fields)
  const form = useRef<HTMLFormElement>(null)

  // Inputs follow the address, such as after "Clear filters", and keep the focus.
  const shown = JSON.stringify(values)
  useEffect(() => {
    const current = JSON.parse(shown) as Search
    for (const input of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [])
      input.value = current[input.name] ?? ''
  }, [shown])

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const next = Object.fromEntries(fields.map(({ name }) => [name, textOf(data.get(name))]))
    void navigate({ to: '.', search: ((old: Search) => ({ ...old, ...next, cursor: undefined })) as never })
  }

  return (
    <form className="filters" ref={form} onSubmit={onSubmit}>
      {fields.map((field) => (
        <FilterInput key={field.name} field={field} value={values[field.name] ?? ''} />
      ))}
      <Button type="submit">{t('list.apply')}</Button>
      {Object.keys(values).length > 0 && <ClearFilters fields={fields} />}
    </form>
  )
}

function ClearFilters({ fields }: { fields: FilterField[] }): ReactElement {
  const t = useTexts()
  const none = Object.fromEntries(fields.map(({ name }) => [name, undefined]))
  return (
    <Link
      className="btn btn-quiet"
      to="."
      search={((old: Search) => ({ ...old, ...none, cursor: undefined })) as never}
    >
      {t('list.clear')}
    </Link>
  )
}

function FilterInput({ field, value }: { field: FilterField; value: string }): ReactElement {
  const id = useId()
  return (
    <div className={field.kind === 'text' ? 'field grow' : 'field'}>
      <label htmlFor={id}>{field.label}</label>
      {field.kind === 'choice' ? (
        <select id={id} name={field.name} defaultValue={value}>
          <option value="">{field.any}</option>
          {field.options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={field.name}
          type={field.kind === 'day' ? 'date' : 'search'}
          maxLength={300}
          defaultValue={value}
          placeholder={field.kind === 'text' ? field.placeholder : undefined}
        />
      )}
    </div>
  )
}

function textOf(value: FormDataEntryValue | null): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
