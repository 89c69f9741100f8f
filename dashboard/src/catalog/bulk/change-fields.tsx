import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Check } from '../editor/inputs.tsx'
import { type Change, CHANGE_KINDS } from './plan-change.ts'

type ChangeFieldsProps = {
  change: Change
  onChange: (change: Change) => void
  categories: Manage.Category[]
  servers: Manage.GameServer[]
}

export function ChangeFields({ change, onChange, categories, servers }: ChangeFieldsProps): ReactElement {
  const t = useTexts()
  const { kind, number, categoryId, serverIds } = change
  const set = (fields: Partial<Change>) => onChange({ ...change, ...fields })
  return (
    <div className="fields">
      <div className="c6">
        <Select
          label={t('bulk.kind')}
          value={kind}
          options={CHANGE_KINDS.map((each) => [each, t(`bulk.kind.${each}`)])}
          onChange={(next) => set({ kind: next })}
        />
      </div>
      {(kind === 'percent' || kind === 'amount') && (
        <div className="c6">
          <Field
            label={t(`bulk.number.${kind}`)}
            value={number}
            inputMode="text"
            maxLength={12}
            placeholder={kind === 'percent' ? '10' : '1.00'}
            hint={t('bulk.numberHint')}
            onChange={(event) => set({ number: event.currentTarget.value })}
          />
        </div>
      )}
      {kind === 'category' && (
        <div className="c6">
          <Select
            label={t('product.category')}
            value={categoryId}
            options={[['', t('product.noCategory')], ...categories.map(({ id, name }): [string, string] => [id, name])]}
            onChange={(next) => set({ categoryId: next })}
          />
        </div>
      )}
      {kind === 'servers' && (
        <fieldset className="c12">
          <legend className="label">{t('product.deliverTo')}</legend>
          <div className="checks">
            {servers.map(({ id, name }) => (
              <Check
                key={id}
                label={name}
                checked={serverIds.includes(id)}
                onChange={(isChosen) => {
                  const others = serverIds.filter((each) => each !== id)
                  set({ serverIds: isChosen ? [...others, id] : others })
                }}
              />
            ))}
          </div>
          {serverIds.length === 0 && <p className="hint">{t('bulk.defaultServer')}</p>}
        </fieldset>
      )}
    </div>
  )
}
