import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useId } from 'react'
import { requirePrice, toPriceText } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Field } from '../ui/field.tsx'
import type { FormState } from '../ui/form.tsx'

type Limited = Pick<Manage.Coupon, 'minimumMinor' | 'maxUses' | 'maxUsesPerPlayer' | 'periods'>

export const LIMIT_FIELDS = ['minimumMinor', 'maxUses', 'maxUsesPerPlayer', 'periods']

export function LimitFields({ of, errorOf }: { of: Limited | undefined; errorOf: FormState['errorOf'] }): ReactElement {
  const t = useTexts()
  const { currency } = useStore()
  const periodsId = useId()
  const count = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
  return (
    <>
      <Field
        label={t('promotion.minimum', { currency })}
        name="minimum"
        inputMode="decimal"
        maxLength={14}
        placeholder="10.00"
        defaultValue={of && of.minimumMinor > 0 ? toPriceText(of.minimumMinor, currency) : ''}
        error={errorOf('minimumMinor')}
      />
      <div className="field-row">
        <Field
          label={t('promotion.maxUses')}
          name="maxUses"
          type="number"
          min={1}
          hint={t('promotion.noLimit')}
          defaultValue={count(of?.maxUses)}
          error={errorOf('maxUses')}
        />
        <Field
          label={t('promotion.maxUsesPerPlayer')}
          name="maxUsesPerPlayer"
          type="number"
          min={1}
          hint={t('promotion.noLimit')}
          defaultValue={count(of?.maxUsesPerPlayer)}
          error={errorOf('maxUsesPerPlayer')}
        />
      </div>
      <div className="field">
        <label htmlFor={periodsId}>{t('promotion.periods')}</label>
        <select id={periodsId} name="periods" defaultValue={of?.periods ?? 'first'}>
          <option value="first">{t('promotion.periods.first')}</option>
          <option value="all">{t('promotion.periods.all')}</option>
        </select>
      </div>
    </>
  )
}

export function limitsOf(
  { minimum = '', maxUses = '', maxUsesPerPlayer = '', periods = '' }: Record<string, string>,
  currency: string,
) {
  const count = (text: string) => (text === '' ? null : Number(text))
  return {
    minimumMinor: minimum === '' ? 0 : requirePrice(minimum, currency, 'minimumMinor'),
    maxUses: count(maxUses),
    maxUsesPerPlayer: count(maxUsesPerPlayer),
    periods: periods === 'all' ? ('all' as const) : ('first' as const),
  }
}
