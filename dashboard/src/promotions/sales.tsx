import { SALE_PERCENT, type Manage } from '@quartermaster/sdk'
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
import { useDiscountColumns } from './promotion-columns.tsx'
import { TryPrice } from './try-price.tsx'

/** Lower prices for a time. */
export function Sales(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const mayWrite = useMay('catalog:write')
  const discount = useDiscountColumns<Manage.Sale>()
  const edit = useEditColumn<Manage.Sale>({
    nameOf: (sale) => sale.name,
    form: (sale, trigger) => <SaleForm sale={sale} trigger={trigger} />,
    remove: (sale) => api.deleteSale({ storeId, saleId: sale.id }),
    effect: t('sales.deleteEffect'),
    changes: ['sales'],
  })
  useTitle(t('nav.sales'), name)
  const add = mayWrite && (
    <SaleForm
      trigger={
        <Button kind="primary" icon="plus">
          {t('sales.add')}
        </Button>
      }
    />
  )
  const columns: Column<Manage.Sale>[] = [
    {
      head: t('sales.name'),
      cell: (sale) => <span className="td-main">{sale.name}</span>,
      csv: (sale) => sale.name,
    },
    ...discount,
    ...edit,
  ]
  return (
    <Page title={t('nav.sales')} lede={t('sales.lede')} actions={add}>
      <List
        call={api.listSales}
        input={{ storeId }}
        queryKey="sales"
        label={t('nav.sales')}
        columns={columns}
        keyOf={({ id }) => id}
        file="sales"
        empty={
          <Empty icon="products" title={t('sales.none')} action={add}>
            {t('sales.noneWhy')}
          </Empty>
        }
      />
      <TryPrice />
      <ApiCall requests={[manageRequest('listSales', { storeId })]} />
    </Page>
  )
}

function SaleForm({ trigger, sale }: { trigger: ReactElement; sale?: Manage.Sale }): ReactElement {
  const t = useTexts()
  const { id: storeId, currency } = useStore()

  async function save(values: Record<string, string>): Promise<void> {
    const fields = { name: values['name'] ?? '', ...discountOf(values, { currency, percent: SALE_PERCENT }) }
    if (sale) await api.updateSale({ storeId, saleId: sale.id, ...fields }, { ifMatch: sale })
    else await api.createSale({ storeId, ...fields })
  }

  return (
    <Confirm
      trigger={trigger}
      kind="primary"
      title={sale ? t('promotion.editOne', { name: sale.name }) : t('sales.add')}
      submit={sale ? t('save') : t('sales.create')}
      fields={['name', ...DISCOUNT_FIELDS]}
      run={save}
      changes={['sales']}
    >
      {({ errorOf }) => (
        <div className="stack">
          <Field
            label={t('sales.name')}
            name="name"
            required
            maxLength={100}
            placeholder={t('sales.nameExample')}
            hint={t('sales.nameHint')}
            defaultValue={sale?.name}
            error={errorOf('name')}
          />
          <DiscountFields of={sale} errorOf={errorOf} isForUnits />
        </div>
      )}
    </Confirm>
  )
}
