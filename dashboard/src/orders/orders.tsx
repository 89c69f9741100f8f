import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Empty } from '../ui/empty.tsx'
import { type FilterField, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { ORDER_STATES } from './order-states.ts'
import { ordersOf } from './orders-of.ts'

export function Orders(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const search = useSearch({ from: '/signed-in/stores/$storeId/orders' })
  const columns = useOrderColumns()
  useTitle(t('nav.orders'), name)
  const list = ordersOf(storeId, search)
  const filters: FilterField[] = [
    {
      name: 'state',
      label: t('order.stateHead'),
      kind: 'choice',
      any: t('order.anyState'),
      options: ORDER_STATES.map((each) => [each, t(`order.state.${each}`)]),
    },
    { name: 'player', label: t('order.player'), kind: 'text', placeholder: t('order.playerIs') },
    { name: 'reference', label: t('order.transaction'), kind: 'text', placeholder: t('order.transactionIs') },
    { name: 'from', label: t('order.from'), kind: 'day' },
    { name: 'to', label: t('order.to'), kind: 'day' },
  ]
  return (
    <Page title={t('nav.orders')} lede={t('orders.lede')}>
      <List
        {...list}
        label={t('nav.orders')}
        columns={columns}
        keyOf={({ id }) => id}
        link={({ id }) => ({ to: '/stores/$storeId/orders/$orderId', params: { storeId, orderId: id } })}
        filters={filters}
        file="orders"
        empty={
          <Empty icon="orders" title={t('orders.empty')}>
            {t('orders.emptyWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listCheckouts', { ...list.input, limit: 100 })]} />
    </Page>
  )
}
