import type { Manage } from '@quartermaster/sdk'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useDates } from '../app/dates.ts'
import { useMoney } from '../app/money.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Give } from './give.tsx'

export function Players(): ReactElement {
  const t = useTexts()
  const { id: storeId, name: storeName } = useStore()
  const maySell = useMay('checkouts:write')
  const { name } = useSearch({ from: '/signed-in/stores/$storeId/players' })
  const columns = usePlayerColumns()
  useTitle(t('nav.players'), storeName)
  const input = { storeId, ...(name !== undefined && { search: name }) }
  return (
    <Page title={t('nav.players')} lede={t('players.lede')} actions={maySell && <Give />}>
      <List
        call={api.listPlayers}
        input={input}
        queryKey="players"
        label={t('nav.players')}
        columns={columns}
        keyOf={({ gameUserId }) => gameUserId}
        link={({ gameUserId }) => ({ to: '/stores/$storeId/players/$gameUserId', params: { storeId, gameUserId } })}
        filters={[{ name: 'name', label: t('order.player'), kind: 'text', placeholder: t('players.beginsWith') }]}
        file="players"
        empty={
          <Empty icon="players" title={t('players.empty')}>
            {t('players.emptyWhy')}
          </Empty>
        }
      />
      <ApiCall requests={[manageRequest('listPlayers', { ...input, limit: 100 })]} />
    </Page>
  )
}

export function usePlayerColumns(): Column<Manage.PlayerSummary>[] {
  const t = useTexts()
  const { day } = useDates()
  const money = useMoney()
  const sumOf = ({ totals }: Manage.PlayerSummary) =>
    totals.map(({ paidMinor, refundedMinor, currency }) => money(paidMinor - refundedMinor, currency)).join(' + ')
  return [
    { head: t('order.player'), cell: ({ gameUserId }) => gameUserId, csv: ({ gameUserId }) => gameUserId },
    {
      head: t('order.stateHead'),
      isUnlabeled: true,
      cell: ({ isBanned }) => isBanned && <Chip kind="bad">{t('player.banned')}</Chip>,
      csv: ({ isBanned }) => isBanned,
    },
    {
      head: t('player.orders'),
      isNumber: true,
      cell: ({ paidCheckouts, isPartial }) => `${paidCheckouts}${isPartial ? '+' : ''}`,
      csv: ({ paidCheckouts }) => paidCheckouts,
    },
    {
      head: t('player.firstOrder'),
      cell: ({ firstSeenAt }) => (firstSeenAt === null ? '–' : day(firstSeenAt)),
      csv: ({ firstSeenAt }) => firstSeenAt,
    },
    {
      head: t('player.lastPaid'),
      cell: ({ lastPaidAt }) => (lastPaidAt === null ? '–' : day(lastPaidAt)),
      csv: ({ lastPaidAt }) => lastPaidAt,
    },
    { head: t('player.sum'), isNumber: true, cell: (player) => sumOf(player) || '–', csv: sumOf },
  ]
}
