import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Field } from '../../ui/field.tsx'
import type { EditorForm } from './editor-form.ts'
import { Check } from './inputs.tsx'

export function ConditionsFields({ form: { draft, change, errorOf } }: { form: EditorForm }): ReactElement {
  const t = useTexts()
  return (
    <fieldset className="stage">
      <legend>{t('conditions.title')}</legend>
      <div className="fields">
        <Check
          className="c6"
          checked={draft.requiresOnline}
          onChange={(requiresOnline) => change({ requiresOnline })}
          label={t('conditions.online')}
          hint={t('conditions.onlineHint')}
        />
        <Check
          className="c6"
          checked={draft.repeatable}
          onChange={(repeatable) => change({ repeatable })}
          label={t('conditions.repeatable')}
          hint={t('conditions.repeatableHint')}
        />
        {draft.requiresOnline && (
          <>
            <div className="c6">
              <Field
                label={t('conditions.delay')}
                inputMode="numeric"
                value={draft.delaySeconds}
                error={errorOf('delaySeconds')}
                onChange={(event) => change({ delaySeconds: event.currentTarget.value })}
              />
            </div>
            <div className="c6">
              <Field
                label={t('conditions.slots')}
                inputMode="numeric"
                value={draft.freeSlots}
                error={errorOf('freeSlots')}
                onChange={(event) => change({ freeSlots: event.currentTarget.value })}
              />
            </div>
          </>
        )}
      </div>
    </fieldset>
  )
}
