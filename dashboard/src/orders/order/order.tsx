import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useServerName } from '../../deliveries/servers.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { OrderState } from '../order-state.tsx'
import { Answer } from './answer.tsx'
import { deliveriesOf, isWaiting, type Order as OrderData } from './line-deliveries.ts'
import { Lines } from './lines.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PlayerPanel } from './player-panel.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { Resend } from './resend.tsx'

const REFRESH_MS = 5_000

export function Order(): ReactElement {
  const { id: storeId } = useStore()
  const { orderId } = useParams({ from: '/signed-in/stores/$storeId/orders/$orderId' })
  const { data, error } = useQuery({
    queryKey: ['orders', storeId, orderId],
    queryFn: () => api.getCheckout({ storeId, checkoutId: orderId }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isWaiting) ? REFRESH_MS : false),
  })
  if (error) return <ProblemNote error={error} />
  return data ? <Shown order={data} /> : <div className="page" aria-busy="true" />
}

function Shown({ order }: { order: OrderData }): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const mayRefund = useMay('checkouts:write')
  const mayResend = useMay('deliveries:write')
  const maySeePlayers = useMay('players:read')
  const canRefund = mayRefund && ['paid', 'disputed'].includes(order.state)
  useTitle(order.gameUserId, name)
  return (
    <div className="page">
      <div className="page-head">
        <Head order={order} />
        <div className="btns">
          {mayResend && <Resend order={order} />}
          {canRefund && (
            <a className="btn" href="#refund">
              <Icon name="refund" />
              {t('order.refund')}…
            </a>
          )}
        </div>
      </div>
      <div className="cols cols-order">
        <div className="stack">
          <Answer order={order} />
          <Lines order={order} />
          {canRefund && <RefundPanel order={order} />}
        </div>
        <div className="stack">
          <OrderTimeline order={order} />
          {maySeePlayers && <PlayerPanel gameUserId={order.gameUserId} />}
        </div>
      </div>
      <ApiCall
        requests={[
          manageRequest('getCheckout', { storeId, checkoutId: order.id }),
          ...(canRefund ? [manageRequest('refundCheckout', { storeId, checkoutId: order.id, lines: [1] })] : []),
        ]}
      />
    </div>
  )
}

function Head({ order }: { order: OrderData }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const money = useMoney()
  const { time } = useDates()
  const serverName = useServerName()
  const waiting = order.lines.filter((line) => deliveriesOf(line, order).some(isWaiting)).length
  const servers = [...new Set(order.deliveries.map(({ serverId }) => serverName(serverId)))]
  return (
    <div>
      <nav className="crumbs" aria-label={t('breadcrumb')}>
        <Link to="/stores/$storeId/orders" params={{ storeId }} search={{}}>
          {t('nav.orders')}
        </Link>
        <Icon name="chevron" />
        <span className="mono brk">{order.id}</span>
      </nav>
      <h1>{t('order.title', { amount: money(order.totalMinor, order.currency), player: order.gameUserId })}</h1>
      <div className="meta">
        <OrderState state={order.state} />
        {waiting > 0 && (
          <Chip kind="warn" icon="clock">
            {t('order.waiting', { count: waiting, total: order.lines.length })}
          </Chip>
        )}
        <span>{time(order.paidAt ?? order.createdAt)}</span>
        {servers.length > 0 && <span>{servers.join(', ')}</span>}
        <OfSubscription order={order} />
      </div>
    </div>
  )
}

/** Where the money came from, if a subscription began here or was renewed. */
function OfSubscription({ order: { subscriptionId, renewalOf } }: { order: OrderData }): ReactElement | null {
  const t = useTexts()
  const { id: storeId } = useStore()
  if (subscriptionId === null) return null
  return (
    <>
      <Link to="/stores/$storeId/subscriptions/$subscriptionId" params={{ storeId, subscriptionId }}>
        {t(renewalOf === null ? 'order.startsSubscription' : 'order.renewsSubscription')}
      </Link>
      {renewalOf !== null && (
        <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: renewalOf }}>
          {t('order.firstOrder')}
        </Link>
      )}
    </>
  )
}
