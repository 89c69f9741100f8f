import { COUPON_PERCENT, type Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Empty } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { DISCOUNT_FIELDS, DiscountFields, discountOf } from './discount-fields.tsx'
import { useEditColumn } from './edit-buttons.tsx'
import { LIMIT_FIELDS, LimitFields, limitsOf } from './limit-fields.tsx'
import { useDiscountColumns } from './promotion-columns.tsx'
import { TryPrice } from './try-price.tsx'

/** Codes that lower the price of a basket, with how often they were used. */
export function Coupons(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const mayWrite = useMay('catalog:write')
  const discount = useDiscountColumns<Manage.Coupon>()
  const edit = useEditColumn<Manage.Coupon>({
    nameOf: (coupon) => coupon.code,
    form: (coupon, trigger) => <CouponForm coupon={coupon} trigger={trigger} />,
    remove: (coupon) => api.deleteCoupon({ storeId, couponId: coupon.id }),
    effect: t('coupons.deleteEffect'),
    changes: ['coupons'],
  })
  useTitle(t('nav.coupons'), name)
  const add = mayWrite && (
    <CouponForm
      trigger={
        <Button kind="primary" icon="plus">
          {t('coupons.add')}
        </Button>
      }
    />
  )
  const columns: Column<Manage.Coupon>[] = [
    {
      head: t('coupons.code'),
      cell: ({ code, note }) => (
        <>
          <span className="td-main mono">{code}</span>
          {note !== '' && <span className="muted line-note brk">{note}</span>}
        </>
      ),
      csv: ({ code }) => code,
    },
    {
      head: t('promotion.uses'),
      isNumber: true,
      cell: ({ uses, maxUses }) => (maxUses === null ? uses : t('promotion.usesOf', { uses, max: maxUses })),
      csv: ({ uses }) => uses,
    },
    ...discount,
    ...edit,
  ]
  return (
    <Page title={t('nav.coupons')} lede={t('coupons.lede')} actions={add}>
      <List
        call={api.listCoupons}
        input={{ storeId }}
        queryKey="coupons"
        label={t('nav.coupons')}
        columns={columns}
        keyOf={({ id }) => id}
        file="coupons"
        empty={
          <Empty icon="key" title={t('coupons.none')} action={add}>
            {t('coupons.noneWhy')}
          </Empty>
        }
      />
      <TryPrice />
      <ApiCall requests={[manageRequest('listCoupons', { storeId })]} />
    </Page>
  )
}

function CouponForm({ trigger, coupon }: { trigger: ReactElement; coupon?: Manage.Coupon }): ReactElement {
  const t = useTexts()
  const { id: storeId, currency } = useStore()

  async function save(values: Record<string, string>): Promise<void> {
    const { code = '', note = '' } = values
    const fields = {
      code,
      note,
      ...discountOf(values, { currency, percent: COUPON_PERCENT }),
      ...limitsOf(values, currency),
    }
    if (coupon) await api.updateCoupon({ storeId, couponId: coupon.id, ...fields }, { ifMatch: coupon })
    else await api.createCoupon({ storeId, ...fields })
  }

  return (
    <Confirm
      trigger={trigger}
      kind="primary"
      title={coupon ? t('promotion.editOne', { name: coupon.code }) : t('coupons.add')}
      submit={coupon ? t('save') : t('coupons.create')}
      fields={['code', 'note', ...DISCOUNT_FIELDS, ...LIMIT_FIELDS]}
      run={save}
      changes={['coupons']}
    >
      {({ errorOf }) => (
        <div className="stack">
          <Field
            label={t('coupons.code')}
            name="code"
            required
            maxLength={40}
            placeholder="SUMMER10"
            hint={t('coupons.codeHint')}
            autoComplete="off"
            spellCheck={false}
            defaultValue={coupon?.code}
            error={errorOf('code')}
          />
          <DiscountFields of={coupon} errorOf={errorOf} />
          <LimitFields of={coupon} errorOf={errorOf} />
          <Field
            label={t('coupons.note')}
            name="note"
            maxLength={100}
            hint={t('coupons.noteHint')}
            defaultValue={coupon?.note}
            error={errorOf('note')}
          />
        </div>
      )}
    </Confirm>
  )
}
