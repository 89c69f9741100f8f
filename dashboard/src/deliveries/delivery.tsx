import type { Manage } from '@quartermaster/sdk'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useDates } from '../app/dates.ts'
import { useDuration } from '../app/durations.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { PlayerLink } from './dead-letters.tsx'
import { CommandsOf, useDelivery } from './parts/commands-of.tsx'
import { type Decision, Decisions } from './parts/decisions.tsx'
import { DeliveryState, titleOf } from './parts/delivery-state.tsx'
import { useDeliveryEntries } from './parts/delivery-entries.tsx'
import { useServerName } from './servers.ts'

export function Delivery(): ReactElement {
  const { deliveryId } = useParams({ from: '/signed-in/stores/$storeId/deliveries/$deliveryId' })
  const { data, error } = useDelivery(deliveryId)
  if (error) return <ProblemNote error={error} />
  return data ? <Shown delivery={data} /> : <div className="page" aria-busy="true" />
}

function Shown({ delivery }: { delivery: Manage.Delivery }): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const mayDecide = useMay('deliveries:write')
  const { id, gameUserId } = delivery
  const title = titleOf(t, delivery)
  const decisions = decisionsFor(delivery)
  useTitle(title, name)
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <nav className="crumbs" aria-label={t('breadcrumb')}>
            <Link to="/stores/$storeId/deliveries" params={{ storeId }} search={{}}>
              {t('nav.deliveries')}
            </Link>
            <Icon name="chevron" />
            <span className="mono brk">{id}</span>
          </nav>
          <h1>{t('delivery.for', { title, player: gameUserId })}</h1>
          <div className="meta">
            <DeliveryState delivery={delivery} />
          </div>
        </div>
        {mayDecide && <Decisions subject={{ id, title, gameUserId }} decisions={decisions} />}
      </div>
      <div className="cols cols-order">
        <div className="stack">
          <Facts delivery={delivery} />
          <Panel title={t('delivery.commands')}>
            <div className="panel-body">
              <CommandsOf deliveryId={id} />
            </div>
          </Panel>
        </div>
        <div className="stack">
          <Attempts delivery={delivery} />
        </div>
      </div>
      <ApiCall requests={[manageRequest('getDelivery', { storeId, deliveryId: id })]} />
    </div>
  )
}

function decisionsFor({ state, holdReason, lateReportAt, commandsRun, products }: Manage.Delivery): Decision[] {
  if (state === 'processed' || state === 'cancelled')
    return lateReportAt === null ? ['resend'] : ['delivered', 'resend']
  if (state === 'pending') return ['cancel']
  const commands = products.flatMap((product) => product.commands).length
  const canContinue = holdReason === 'uncertain' && commands > commandsRun + 1
  return ['retry', 'delivered', ...(canContinue ? ['continue' as const] : []), 'cancel']
}

function Facts({ delivery }: { delivery: Manage.Delivery }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const { time } = useDates()
  const duration = useDuration()
  const serverName = useServerName()
  const { checkoutId, serverId, gameUserId, type, createdAt, finishedAt, retryAt, receipt, resendOf } = delivery
  return (
    <Panel title={t('delivery.facts')}>
      <div className="panel-body">
        <dl className="facts">
          <dt>{t('order.player')}</dt>
          <dd>
            <PlayerLink gameUserId={gameUserId} />
          </dd>
          <dt>{t('order.order')}</dt>
          <dd>
            <Link className="mono" to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: checkoutId }}>
              {checkoutId}
            </Link>
          </dd>
          <dt>{t('delivery.server')}</dt>
          <dd>{serverName(serverId)}</dd>
          <dt>{t('delivery.type')}</dt>
          <dd>{t(`delivery.type.${type}`)}</dd>
          <dt>{t('delivery.queued')}</dt>
          <dd>{time(createdAt)}</dd>
          {finishedAt !== null && (
            <>
              <dt>{t('delivery.took')}</dt>
              <dd>{duration(createdAt, finishedAt)}</dd>
            </>
          )}
          {retryAt !== null && (
            <>
              <dt>{t('delivery.nextAttempt')}</dt>
              <dd>{time(retryAt)}</dd>
            </>
          )}
          {receipt !== null && (
            <>
              <dt>{t('delivery.answer')}</dt>
              <dd className="mono">{receipt}</dd>
            </>
          )}
          {resendOf !== null && (
            <>
              <dt>{t('delivery.copyOf')}</dt>
              <dd>
                <Link
                  className="mono"
                  to="/stores/$storeId/deliveries/$deliveryId"
                  params={{ storeId, deliveryId: resendOf }}
                >
                  {resendOf}
                </Link>
              </dd>
            </>
          )}
        </dl>
      </div>
    </Panel>
  )
}

function Attempts({ delivery }: { delivery: Manage.Delivery }): ReactElement {
  const t = useTexts()
  const entriesOf = useDeliveryEntries()
  return (
    <Panel title={t('timeline.title')} beside={<span className="small muted">{t('timeline.newestFirst')}</span>}>
      <Timeline entries={entriesOf(delivery)} />
    </Panel>
  )
}
