import type { Manage } from '@quartermaster/sdk'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useDuration } from '../app/durations.ts'
import { timesOf } from '../app/search.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Empty } from '../ui/empty.tsx'
import { type Column, type FilterField, List } from '../ui/list.tsx'
import { PlayerLink } from './dead-letters.tsx'
import { DeliveryState, stateOf, titleOf } from './parts/delivery-state.tsx'
import type { DELIVERY_VIEWS } from './delivery-views.ts'
import { useServerName, useServers } from './servers.ts'

type View = (typeof DELIVERY_VIEWS)[number]
type Summary = Manage.DeliverySummary

const STATES = { waiting: 'pending', held: 'held', ran: 'processed', all: undefined } as const

export function AllDeliveries({ view }: { view: View }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const search = useSearch({ from: '/signed-in/stores/$storeId/deliveries' })
  const columns = useDeliveryColumns()
  const filters = useFilterFields()
  const state = STATES[view]
  const { type, server, player } = search
  const input = {
    storeId,
    ...(state && { state }),
    ...(type && { type }),
    ...(server && { serverId: server }),
    ...(player && { gameUserId: player }),
    ...timesOf(search),
  }
  return (
    <List
      call={api.listDeliveries}
      input={input}
      queryKey="deliveries"
      label={t('nav.deliveries')}
      columns={columns}
      keyOf={({ id }) => id}
      link={({ id }) => ({ to: '/stores/$storeId/deliveries/$deliveryId', params: { storeId, deliveryId: id } })}
      filters={filters}
      file="deliveries"
      empty={
        <Empty icon="deliveries" title={t('deliveries.empty')}>
          {t('deliveries.emptyWhy')}
        </Empty>
      }
    />
  )
}

export function useDeliveryColumns(): Column<Summary>[] {
  const t = useTexts()
  const { time } = useDates()
  const duration = useDuration()
  const serverName = useServerName()
  return [
    { head: t('delivery.delivery'), cell: (item) => titleOf(t, item), csv: (item) => titleOf(t, item) },
    {
      head: t('delivery.stateHead'),
      isUnlabeled: true,
      cell: (item) => <DeliveryState delivery={item} />,
      csv: (item) => stateOf(item),
    },
    { head: t('order.player'), cell: (item) => <PlayerLink {...item} />, csv: ({ gameUserId }) => gameUserId },
    {
      head: t('delivery.server'),
      cell: ({ serverId }) => serverName(serverId),
      csv: ({ serverId }) => serverName(serverId),
    },
    { head: t('delivery.queued'), cell: ({ createdAt }) => time(createdAt), csv: ({ createdAt }) => createdAt },
    {
      head: t('delivery.took'),
      isNumber: true,
      cell: ({ createdAt, finishedAt }) => (finishedAt === null ? '' : duration(createdAt, finishedAt)),
      csv: ({ finishedAt }) => finishedAt,
    },
  ]
}

function useFilterFields(): FilterField[] {
  const t = useTexts()
  const servers = useServers()
  const types = ['APPROVE', 'REFUND', 'EXPIRE'] as const
  return [
    {
      name: 'type',
      label: t('delivery.type'),
      kind: 'choice',
      any: t('delivery.anyType'),
      options: types.map((type) => [type, t(`delivery.type.${type}`)]),
    },
    {
      name: 'server',
      label: t('delivery.server'),
      kind: 'choice',
      any: t('delivery.anyServer'),
      options: servers.map(({ id, name }) => [id, name]),
    },
    { name: 'player', label: t('order.player'), kind: 'text', placeholder: t('order.playerIs') },
    { name: 'from', label: t('order.from'), kind: 'day' },
    { name: 'to', label: t('order.to'), kind: 'day' },
  ]
}
