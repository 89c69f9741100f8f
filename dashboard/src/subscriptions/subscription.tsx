import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { shortId } from '../orders/order-columns.tsx'
import { OrderState } from '../orders/order-state.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { SubscriptionState } from './subscription-state.tsx'
import { SubscriptionTimeline } from './subscription-timeline.tsx'

type Details = Manage.SubscriptionDetails
type Period = Details['orders'][number]

/** A subscription with every period that was paid or could not be charged. */
export function Subscription(): ReactElement {
  const { id: storeId } = useStore()
  const { subscriptionId } = useParams({ from: '/signed-in/stores/$storeId/subscriptions/$subscriptionId' })
  const { data, error } = useQuery({
    queryKey: ['subscriptions', storeId, subscriptionId],
    queryFn: () => api.getSubscription({ storeId, subscriptionId }),
  })
  if (error) return <ProblemNote error={error} />
  return data ? <Shown subscription={data} /> : <div className="page" aria-busy="true" />
}

function Shown({ subscription }: { subscription: Details }): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const mayCancel = useMay('checkouts:write')
  const { id: subscriptionId, state, gameUserId } = subscription
  const canCancel = mayCancel && ['pending', 'active', 'past_due'].includes(state)
  useTitle(gameUserId, name)
  return (
    <Page
      title={t('subscription.title', { product: subscription.name, player: gameUserId })}
      crumb={
        <Link to="/stores/$storeId/subscriptions" params={{ storeId }} search={{}}>
          {t('nav.subscriptions')}
        </Link>
      }
      lede={
        <span className="meta">
          <SubscriptionState state={state} />
          <span>
            <StateSentence subscription={subscription} />
          </span>
        </span>
      }
      actions={canCancel && <Cancel subscription={subscription} />}
    >
      <div className="cols cols-order">
        <div className="stack">
          <Periods subscription={subscription} />
        </div>
        <div className="stack">
          <Facts subscription={subscription} />
          <SubscriptionTimeline subscription={subscription} />
        </div>
      </div>
      <ApiCall
        requests={[
          manageRequest('getSubscription', { storeId, subscriptionId }),
          ...(canCancel ? [manageRequest('cancelSubscription', { storeId, subscriptionId })] : []),
        ]}
      />
    </Page>
  )
}

/** What happens next, in one sentence. */
function StateSentence({ subscription }: { subscription: Details }): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const { state, paidUntil, graceDays } = subscription
  if (paidUntil === null) return <>{t(`subscription.now.${state === 'ended' ? 'neverPaid' : 'pending'}`)}</>
  const grace = new Date(new Date(paidUntil).getTime() + graceDays * DAY_MS)
  return <>{t(`subscription.now.${state}`, { day: day(paidUntil), grace: day(grace) })}</>
}

const DAY_MS = 86_400_000

function Cancel({ subscription }: { subscription: Details }): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const { id: storeId } = useStore()
  const { id: subscriptionId, state, paidUntil, gameUserId } = subscription
  const effect =
    state === 'active' && paidUntil !== null
      ? t('subscription.cancelKeeps', { player: gameUserId, day: day(paidUntil) })
      : t('subscription.cancelNow', { player: gameUserId })
  return (
    <Confirm
      trigger={<Button kind="danger">{t('subscription.cancel')}</Button>}
      title={t('subscription.cancel')}
      submit={t('subscription.cancelSubmit')}
      changes={['subscriptions']}
      run={() => api.cancelSubscription({ storeId, subscriptionId })}
    >
      <p className="small">{effect}</p>
      <p className="small">{t('subscription.cancelFinal')}</p>
    </Confirm>
  )
}

function Facts({ subscription }: { subscription: Details }): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const money = useMoney()
  const { id: storeId } = useStore()
  const { gameUserId, checkoutId, amountMinor, currency, billingPeriod, graceDays, provider, createdAt } = subscription
  const maySeePlayers = useMay('players:read')
  return (
    <Panel title={t('subscription.facts')}>
      <div className="panel-body">
        <dl className="facts">
          <dt>{t('order.player')}</dt>
          <dd className="brk">
            {maySeePlayers ? (
              <Link to="/stores/$storeId/players/$gameUserId" params={{ storeId, gameUserId }}>
                {gameUserId}
              </Link>
            ) : (
              gameUserId
            )}
          </dd>
          <dt>{t('subscription.price')}</dt>
          <dd>
            {money(amountMinor, currency)} {t(`subscription.per.${billingPeriod}`)}
          </dd>
          <dt>{t('subscription.provider')}</dt>
          <dd>{provider}</dd>
          <dt>{t('subscription.grace')}</dt>
          <dd>{t('subscription.graceDays', { count: graceDays })}</dd>
          <dt>{t('subscription.since')}</dt>
          <dd>
            <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: checkoutId }}>
              {day(createdAt)}
            </Link>
          </dd>
        </dl>
      </div>
    </Panel>
  )
}

function Periods({ subscription: { orders, amountMinor, currency } }: { subscription: Details }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { day } = useDates()
  const { id: storeId } = useStore()
  const columns: Column<Period>[] = [
    {
      head: t('subscription.period'),
      cell: ({ startsAt, endsAt }) => t('subscription.fromTo', { from: day(startsAt), to: day(endsAt) }),
    },
    {
      head: t('order.stateHead'),
      isUnlabeled: true,
      cell: ({ state }) =>
        state === null ? <Chip kind="warn">{t('subscription.failed')}</Chip> : <OrderState state={state} />,
    },
    {
      head: t('order.order'),
      cell: ({ checkoutId }) =>
        checkoutId === null ? (
          '–'
        ) : (
          <Link className="mono xs" to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: checkoutId }}>
            {shortId(checkoutId)}
          </Link>
        ),
    },
    { head: t('order.amount'), isNumber: true, cell: () => money(amountMinor, currency) },
  ]
  return (
    <Panel title={t('subscription.periods')}>
      {orders.length === 0 ? (
        <p className="panel-body small soft">{t('subscription.noPeriods')}</p>
      ) : (
        <Table
          kind="cards"
          label={t('subscription.periods')}
          columns={columns}
          items={[...orders]}
          keyOf={({ periodNo }) => String(periodNo)}
        />
      )}
    </Panel>
  )
}
