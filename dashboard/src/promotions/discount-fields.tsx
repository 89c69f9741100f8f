import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { requirePercent, requirePrice, toPriceText } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { categoriesQuery, readAllProducts } from '../catalog/queries.ts'
import { useStore } from '../shell/store-context.ts'
import { checkedOf, Checks } from '../ui/checks.tsx'
import { Choice } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import type { FormState } from '../ui/form.tsx'
import { toLocalTime, useStoreTime } from './store-time.ts'

type Discounted = Pick<Manage.Sale, 'discount' | 'scope' | 'startsAt' | 'endsAt'>

/** The names of these inputs in the API, for their errors. */
export const DISCOUNT_FIELDS = ['discount', 'scope', 'startsAt', 'endsAt']

type PercentLimits = { min: number; max: number }

type Props = { of: Discounted | undefined; errorOf: FormState['errorOf']; isForUnits?: boolean }

/** How much, for what and when: the same for sales, coupons and creators. */
export function DiscountFields({ of, errorOf, isForUnits = false }: Props): ReactElement {
  const t = useTexts()
  const { currency } = useStore()
  const { zone } = useStoreTime()
  const [kind, setKind] = useState(of?.discount.amountMinor == null ? 'percent' : 'amount')
  const hint = kind === 'percent' ? undefined : t(isForUnits ? 'promotion.amountOfUnit' : 'promotion.amountOfBasket')
  return (
    <>
      <div className="field-row">
        <Choice
          label={t('promotion.kind')}
          name="kind"
          defaultValue={kind}
          options={[
            ['percent', t('promotion.percent')],
            ['amount', t('promotion.amount', { currency })],
          ]}
          onChange={setKind}
        />
        <Field
          label={t('promotion.value')}
          name="value"
          required
          inputMode="decimal"
          maxLength={14}
          placeholder={kind === 'percent' ? '15' : '5.00'}
          defaultValue={valueText(of, currency)}
          hint={hint}
          error={errorOf('discount')}
        />
      </div>
      <Scope of={of?.scope ?? null} error={errorOf('scope')} />
      <div className="field-row">
        <Field
          key={`from ${zone}`}
          label={t('promotion.from')}
          name="from"
          type="datetime-local"
          defaultValue={toLocalTime(of?.startsAt, zone)}
          error={errorOf('startsAt')}
        />
        <Field
          key={`until ${zone}`}
          label={t('promotion.until')}
          name="until"
          type="datetime-local"
          defaultValue={toLocalTime(of?.endsAt, zone)}
          error={errorOf('endsAt')}
        />
      </div>
      <p className="hint">{t('promotion.zone', { zone })}</p>
    </>
  )
}

function valueText(of: Discounted | undefined, currency: string): string {
  if (!of) return ''
  const { basisPoints, amountMinor } = of.discount
  return amountMinor === null ? String((basisPoints ?? 0) / 100) : toPriceText(amountMinor, currency)
}

function Scope({ of, error }: { of: Discounted['scope']; error: ReturnType<FormState['errorOf']> }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const [scope, setScope] = useState(of === null ? 'store' : 'chosen')
  const isChosen = scope === 'chosen'
  const categories = useQuery({ ...categoriesQuery(storeId), enabled: isChosen })
  const products = useQuery({
    queryKey: ['products', 'all', storeId],
    queryFn: () => readAllProducts(storeId),
    enabled: isChosen,
  })
  const offered = products.data?.filter(({ id, archivedAt }) => archivedAt === null || of?.productIds.includes(id))
  return (
    <>
      <Choice
        label={t('promotion.for')}
        name="scope"
        defaultValue={scope}
        options={[
          ['store', t('promotion.wholeStore')],
          ['chosen', t('promotion.chosen')],
        ]}
        onChange={setScope}
        {...(error !== undefined && { hint: error })}
      />
      {isChosen && categories.data && categories.data.length > 0 && (
        <Checks
          legend={t('promotion.categories')}
          name="category"
          options={categories.data.map(({ id, name }) => [id, name])}
          checked={of?.categoryIds ?? []}
        />
      )}
      {isChosen && offered && (
        <Checks
          legend={t('promotion.products')}
          name="product"
          options={offered.map(({ id, name }) => [id, name])}
          checked={of?.productIds ?? []}
        />
      )}
    </>
  )
}

/** The body of a request. `percent` is what the API accepts, in basis points. */
export function discountOf(
  values: Record<string, string>,
  { currency, percent }: { currency: string; percent: PercentLimits },
) {
  const { kind, value = '', scope, from = '', until = '' } = values
  return {
    discount:
      kind === 'amount'
        ? { amountMinor: requirePrice(value, currency, 'discount') }
        : { basisPoints: requirePercent(value, percent, 'discount') },
    scope:
      scope === 'chosen'
        ? { productIds: checkedOf(values, 'product'), categoryIds: checkedOf(values, 'category') }
        : null,
    startsAt: from === '' ? null : from,
    endsAt: until === '' ? null : until,
  }
}
