import { CREATOR_PERCENT, type Manage, SHARE_PERCENT } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { requirePercent } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { DISCOUNT_FIELDS, DiscountFields, discountOf } from './discount-fields.tsx'

/** Creates or changes a creator and their code. */
export function CreatorForm({ trigger, creator }: { trigger: ReactElement; creator?: Manage.Creator }): ReactElement {
  const t = useTexts()
  const { id: storeId, currency } = useStore()

  async function save(values: Record<string, string>): Promise<void> {
    const { name = '', code = '', share = '' } = values
    const fields = {
      name,
      code,
      shareBasisPoints: requirePercent(share, SHARE_PERCENT, 'shareBasisPoints'),
      ...discountOf(values, { currency, percent: CREATOR_PERCENT }),
    }
    if (creator) await api.updateCreator({ storeId, creatorId: creator.id, ...fields }, { ifMatch: creator })
    else await api.createCreator({ storeId, ...fields })
  }

  return (
    <Confirm
      trigger={trigger}
      kind="primary"
      title={creator ? t('promotion.editOne', { name: creator.name }) : t('creators.add')}
      submit={creator ? t('save') : t('creators.create')}
      fields={['name', 'code', 'shareBasisPoints', ...DISCOUNT_FIELDS]}
      run={save}
      changes={['creators']}
    >
      {({ errorOf }) => (
        <div className="stack">
          <Field
            label={t('creators.name')}
            name="name"
            required
            maxLength={100}
            placeholder="Ana Plays"
            defaultValue={creator?.name}
            error={errorOf('name')}
          />
          <div className="field-row">
            <Field
              label={t('coupons.code')}
              name="code"
              required
              maxLength={40}
              placeholder="ANA"
              autoComplete="off"
              spellCheck={false}
              defaultValue={creator?.code}
              error={errorOf('code')}
            />
            <Field
              label={t('creators.sharePercent')}
              name="share"
              required
              inputMode="decimal"
              maxLength={6}
              placeholder="10"
              hint={t('creators.shareHint')}
              defaultValue={creator ? String(creator.shareBasisPoints / 100) : ''}
              error={errorOf('shareBasisPoints')}
            />
          </div>
          <DiscountFields of={creator} errorOf={errorOf} />
        </div>
      )}
    </Confirm>
  )
}
