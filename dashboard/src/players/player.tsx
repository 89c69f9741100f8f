import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useDeliveryColumns } from '../deliveries/all-deliveries.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { PlayerSubscriptions } from '../subscriptions/player-subscriptions.tsx'
import { Give } from './give.tsx'
import { Owns } from './owns.tsx'
import { PlayerActions } from './player-actions.tsx'
import { PlayerOrders } from './player-orders.tsx'

export function Player(): ReactElement {
  const { id: storeId } = useStore()
  const { gameUserId } = useParams({ from: '/signed-in/stores/$storeId/players/$gameUserId' })
  const { data, error } = useQuery({
    queryKey: ['players', storeId, gameUserId],
    queryFn: () => api.getPlayer({ storeId, gameUserId }),
  })
  if (error) return <ProblemNote error={error} />
  return data ? <Shown player={data} /> : <div className="page" aria-busy="true" />
}

function Shown({ player }: { player: Manage.Player }): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const { gameUserId } = player
  const maySell = useMay('checkouts:write')
  const mayWrite = useMay('players:write')
  const maySeeOrders = useMay('checkouts:read')
  const deliveryColumns = useDeliveryColumns().filter(({ head }) => head !== t('order.player'))
  useTitle(gameUserId, name)
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <nav className="crumbs" aria-label={t('breadcrumb')}>
            <Link to="/stores/$storeId/players" params={{ storeId }} search={{}}>
              {t('nav.players')}
            </Link>
            <Icon name="chevron" />
            <span className="mono brk">{gameUserId}</span>
          </nav>
          <h1 className="brk">{gameUserId}</h1>
          <div className="meta">
            {player.isBanned && <Chip kind="bad">{t('player.banned')}</Chip>}
            {!player.isNamed && <Chip kind="neutral">{t('player.unnamed')}</Chip>}
          </div>
        </div>
        {maySell && <Give player={gameUserId} />}
      </div>
      <div className="cols cols-order">
        <div className="stack">
          <Owns entitlements={player.entitlements} />
          {maySeeOrders && <PlayerSubscriptions gameUserId={gameUserId} />}
          <PlayerOrders player={player} />
          <List
            call={api.listDeliveries}
            input={{ storeId, gameUserId }}
            queryKey="deliveries"
            title={t('nav.deliveries')}
            label={t('nav.deliveries')}
            columns={deliveryColumns}
            keyOf={({ id }) => id}
            link={({ id }) => ({ to: '/stores/$storeId/deliveries/$deliveryId', params: { storeId, deliveryId: id } })}
            empty={<p className="panel-body small soft">{t('player.noDeliveries')}</p>}
          />
        </div>
        <div className="stack">
          <Facts player={player} />
          {mayWrite && <PlayerActions player={player} />}
        </div>
      </div>
      <ApiCall requests={[manageRequest('getPlayer', { storeId, gameUserId })]} />
    </div>
  )
}

function Facts({ player }: { player: Manage.Player }): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const money = useMoney()
  const { ban, totals } = player
  return (
    <Panel title={t('order.player')}>
      <div className="panel-body">
        <dl className="facts">
          <dt>{t('player.firstOrder')}</dt>
          <dd>{player.firstSeenAt === null ? '–' : day(player.firstSeenAt)}</dd>
          <dt>{t('player.lastPaid')}</dt>
          <dd>{player.lastPaidAt === null ? '–' : day(player.lastPaidAt)}</dd>
          <dt>{t('player.orders')}</dt>
          <dd>{player.paidCheckouts}</dd>
          {totals.map(({ currency, paidMinor, refundedMinor }) => (
            <Sum key={currency} paid={money(paidMinor, currency)} refunded={money(refundedMinor, currency)} />
          ))}
          {ban?.isActive && (
            <>
              <dt>{t('player.banned')}</dt>
              <dd>
                {ban.reason}
                <br />
                <span className="muted">
                  {t('ban.by', { name: ban.createdBy, day: day(ban.createdAt) })}{' '}
                  {ban.until === null ? '' : t('ban.until', { day: day(ban.until) })}
                </span>
              </dd>
            </>
          )}
        </dl>
      </div>
    </Panel>
  )
}

function Sum({ paid, refunded }: { paid: string; refunded: string }): ReactElement {
  const t = useTexts()
  return (
    <>
      <dt>{t('player.paid')}</dt>
      <dd>{paid}</dd>
      <dt>{t('player.refunded')}</dt>
      <dd>{refunded}</dd>
    </>
  )
}
