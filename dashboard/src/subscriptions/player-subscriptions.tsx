import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useStore } from '../shell/store-context.ts'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import { useSubscriptionColumns } from './subscription-columns.tsx'

const SHOWN = 10

/** Most players have none, so the panel appears only for those who do. */
export function PlayerSubscriptions({ gameUserId }: { gameUserId: string }): ReactElement | null {
  const t = useTexts()
  const { id: storeId } = useStore()
  const columns = useSubscriptionColumns()
  const { data } = useQuery({
    queryKey: ['subscriptions', storeId, 'of', gameUserId],
    queryFn: () => api.listSubscriptions({ storeId, gameUserId, limit: SHOWN }),
  })
  if (!data || data.items.length === 0) return null
  const all = (
    <Link className="small" to="/stores/$storeId/subscriptions" params={{ storeId }} search={{ player: gameUserId }}>
      {t('subscription.all')}
    </Link>
  )
  return (
    <Panel title={t('nav.subscriptions')} beside={all}>
      <Table
        kind="lines"
        label={t('nav.subscriptions')}
        columns={columns}
        items={[...data.items]}
        keyOf={({ id }) => id}
        link={({ id }) => ({
          to: '/stores/$storeId/subscriptions/$subscriptionId',
          params: { storeId, subscriptionId: id },
        })}
      />
    </Panel>
  )
}
