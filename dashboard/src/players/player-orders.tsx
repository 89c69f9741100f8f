import type { Manage } from '@quartermaster/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { shortId } from '../orders/order-columns.tsx'
import { OrderState } from '../orders/order-state.tsx'
import { useStore } from '../shell/store-context.ts'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Row = Manage.Player['checkouts'][number]

const SHOWN = 10

export function PlayerOrders({ player: { checkouts, gameUserId } }: { player: Manage.Player }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { time } = useDates()
  const money = useMoney()
  const columns: Column<Row>[] = [
    { head: t('order.order'), cell: ({ id, reference }) => <span className="brk">{reference ?? shortId(id)}</span> },
    { head: t('order.stateHead'), isUnlabeled: true, cell: ({ state }) => <OrderState state={state} /> },
    { head: t('order.opened'), cell: ({ createdAt }) => time(createdAt) },
    { head: t('order.amount'), isNumber: true, cell: ({ totalMinor, currency }) => money(totalMinor, currency) },
  ]
  const all = (
    <Link className="small" to="/stores/$storeId/orders" params={{ storeId }} search={{ player: gameUserId }}>
      {t('player.allOrders')}
    </Link>
  )
  return (
    <Panel title={t('nav.orders')} beside={all}>
      {checkouts.length === 0 ? (
        <p className="panel-body small soft">{t('player.noOrders')}</p>
      ) : (
        <Table
          label={t('nav.orders')}
          kind="lines"
          columns={columns}
          items={checkouts.slice(0, SHOWN)}
          keyOf={({ id }) => id}
          link={({ id }) => ({ to: '/stores/$storeId/orders/$orderId', params: { storeId, orderId: id } })}
        />
      )}
    </Panel>
  )
}
