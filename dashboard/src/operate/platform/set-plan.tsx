import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { timesOf } from '../../app/search.ts'
import { useTexts } from '../../app/texts.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'

export function SetPlan({ store }: { store: Manage.StoreSummary }): ReactElement {
  const t = useTexts()

  /** The version is not in the list. Operators overwrite each other's plans knowingly. */
  async function save({ plan = '', until = '' }: Record<string, string>): Promise<void> {
    const expiresAt = until === '' ? null : (timesOf({ to: until }).to ?? null)
    await api.setStorePlan({ storeId: store.id, plan, expiresAt }, { ifMatch: '*' })
  }

  return (
    <Confirm
      trigger={t('platform.setPlan')}
      title={t('platform.setPlanOf', { name: store.name })}
      submit={t('platform.setPlan')}
      kind="primary"
      fields={['plan', 'expiresAt']}
      changes={['all-stores', 'plans', 'store']}
      run={save}
    >
      {({ errorOf }) => (
        <>
          <p className="small">{t('platform.effect')}</p>
          <Field
            label={t('platform.plan')}
            name="plan"
            required
            maxLength={64}
            defaultValue={store.plan}
            error={errorOf('plan')}
          />
          <Field
            label={t('platform.lastDay')}
            name="until"
            type="date"
            defaultValue={store.expiresAt?.slice(0, 10)}
            error={errorOf('expiresAt')}
            hint={t('platform.lastDayHint')}
          />
        </>
      )}
    </Confirm>
  )
}
