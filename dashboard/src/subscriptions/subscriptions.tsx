import type { Manage } from '@quartermaster/sdk'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Empty } from '../ui/empty.tsx'
import { type Column, type FilterField, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { useSubscriptionColumns } from './subscription-columns.tsx'
import { SUBSCRIPTION_STATES } from './subscription-states.ts'

export function Subscriptions(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const { state, player, find } = useSearch({ from: '/signed-in/stores/$storeId/subscriptions' })
  const columns: Column<Manage.Subscription>[] = [
    { head: t('order.player'), cell: ({ gameUserId }) => gameUserId, csv: ({ gameUserId }) => gameUserId },
    ...useSubscriptionColumns(),
  ]
  useTitle(t('nav.subscriptions'), name)
  const filters: FilterField[] = [
    {
      name: 'state',
      label: t('order.stateHead'),
      kind: 'choice',
      any: t('order.anyState'),
      options: SUBSCRIPTION_STATES.map((each) => [each, t(`subscription.state.${each}`)]),
    },
    { name: 'player', label: t('order.player'), kind: 'text', placeholder: t('order.playerIs') },
    { name: 'find', label: t('subscription.find'), kind: 'text', placeholder: t('subscription.findIs') },
  ]
  const input = {
    storeId,
    ...(state && { state }),
    ...(player && { gameUserId: player }),
    ...(find && { search: find }),
  }
  return (
    <Page title={t('nav.subscriptions')} lede={t('subscriptions.lede')}>
      <List
        call={api.listSubscriptions}
        input={input}
        queryKey="subscriptions"
        label={t('nav.subscriptions')}
        columns={columns}
        keyOf={({ id }) => id}
        link={({ id }) => ({
          to: '/stores/$storeId/subscriptions/$subscriptionId',
          params: { storeId, subscriptionId: id },
        })}
        filters={filters}
        file="subscriptions"
        empty={
          <Empty icon="payments" title={t('subscriptions.none')}>
            {t('subscriptions.noneWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listSubscriptions', input)]} />
    </Page>
  )
}
