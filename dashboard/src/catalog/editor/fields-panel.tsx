import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { FIELD_TYPES, type FieldDraft, newField } from './draft.ts'
import type { EditorForm } from './editor-form.ts'
import { Check, TextArea } from './inputs.tsx'

const MAX_FIELDS = 10

/** What the buyer is asked for. The values go into commands. */
export function FieldsPanel({ form }: { form: EditorForm }): ReactElement {
  const t = useTexts()
  const { draft, change, mayChangeCommands } = form
  const set = (key: number, part: Partial<FieldDraft>) =>
    change({ fields: draft.fields.map((each) => (each.key === key ? { ...each, ...part } : each)) })
  return (
    <Panel title={t('fields.title')}>
      <fieldset className="panel-body" disabled={!mayChangeCommands}>
        <p className="hint">{t('fields.why', { placeholder: '{field.name}' })}</p>
        {draft.fields.map((field, index) => (
          <fieldset className="variant fields" key={field.key}>
            <legend className="sr">{t('fields.one', { number: index + 1 })}</legend>
            <FieldInputs field={field} form={form} onChange={(part) => set(field.key, part)} />
            <div className="c12">
              <Button
                size="small"
                kind="quiet"
                icon="trash"
                onClick={() => change({ fields: draft.fields.filter(({ key }) => key !== field.key) })}
              >
                {t('fields.remove', { name: field.label === '' ? String(index + 1) : field.label })}
              </Button>
            </div>
          </fieldset>
        ))}
        <Button
          size="small"
          icon="plus"
          onClick={() => change({ fields: [...draft.fields, newField()] })}
          disabled={draft.fields.length >= MAX_FIELDS}
        >
          {t('fields.add')}
        </Button>
      </fieldset>
    </Panel>
  )
}

type InputsProps = { field: FieldDraft; form: EditorForm; onChange: (part: Partial<FieldDraft>) => void }

function FieldInputs({ field, form: { errorOf }, onChange }: InputsProps): ReactElement {
  const t = useTexts()
  const text = (name: TextName, label: string, more: { hint?: string; numeric?: true } = {}) => (
    <Field
      label={label}
      value={field[name]}
      maxLength={200}
      {...(more.numeric && { inputMode: 'numeric' as const })}
      {...(more.hint !== undefined && { hint: more.hint })}
      error={errorOf(`field-${field.key}-${name}`)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <div className="c4">{text('label', t('fields.label'))}</div>
      <div className="c4">{text('name', t('fields.name'), { hint: `{field.${field.name || 'name'}}` })}</div>
      <div className="c4">
        <Select
          label={t('fields.type')}
          value={field.type}
          options={FIELD_TYPES.map((type) => [type, t(`fields.type.${type}`)])}
          onChange={(type) => onChange({ type })}
        />
      </div>
      <div className="c12">{text('hint', t('fields.hint'))}</div>
      {field.type === 'text' && (
        <>
          <div className="c3">{text('minLength', t('fields.minLength'), { numeric: true })}</div>
          <div className="c3">{text('maxLength', t('fields.maxLength'), { numeric: true })}</div>
          <div className="c6">{text('pattern', t('fields.pattern'), { hint: t('fields.patternHint') })}</div>
        </>
      )}
      {field.type === 'number' && (
        <>
          <div className="c3">{text('min', t('fields.min'), { numeric: true })}</div>
          <div className="c3">{text('max', t('fields.max'), { numeric: true })}</div>
        </>
      )}
      {field.type === 'choice' && (
        <div className="c12">
          <TextArea
            label={t('fields.choices')}
            hint={t('fields.choicesHint')}
            value={field.choices}
            rows={4}
            error={errorOf(`field-${field.key}-choices`)}
            onChange={(choices) => onChange({ choices })}
          />
        </div>
      )}
      {field.type !== 'boolean' && (
        <div className="c12">
          <Check
            label={t('fields.required')}
            hint={t('fields.requiredHint')}
            checked={field.required}
            onChange={(required) => onChange({ required })}
          />
        </div>
      )}
    </>
  )
}

type TextName = 'label' | 'name' | 'hint' | 'minLength' | 'maxLength' | 'pattern' | 'min' | 'max'
