import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { type Column, Table } from '../../ui/table.tsx'

const SKIPPED = ['waiting', 'delivered', 'cancelled', 'refunded', 'expired'] as const
type Row = Manage.RedeliveryCounts['breakdown'][number]

/** What is sent to whom, and what is not and why. */
export function Counts({ counts }: { counts: Manage.RedeliveryCounts }): ReactElement {
  const t = useTexts()
  const names = useNames()
  const columns: Column<Row>[] = [
    { head: t('redelivery.product'), cell: ({ productId }) => names(productId) },
    { head: t('redelivery.server'), cell: ({ serverId }) => names(serverId) },
    { head: t('redelivery.outcome'), cell: ({ outcome }) => t(`redelivery.outcome.${outcome}`) },
    { head: t('redelivery.count'), isNumber: true, cell: ({ count }) => count },
  ]
  return (
    <>
      <div className="panel-body stack">
        <p className="redelivery-sum">
          {t('redelivery.sum', { deliveries: counts.deliveries, players: counts.players ?? 0 })}
        </p>
        <ul className="small soft">
          {SKIPPED.filter((reason) => counts.skipped[reason] > 0).map((reason) => (
            <li key={reason}>{t(`redelivery.skipped.${reason}`, { count: counts.skipped[reason] })}</li>
          ))}
        </ul>
      </div>
      {counts.breakdown.length > 0 && (
        <Table
          label={t('redelivery.breakdown')}
          kind="lines"
          columns={columns}
          items={counts.breakdown}
          keyOf={({ productId, serverId, outcome }) => `${productId} ${serverId} ${outcome}`}
        />
      )}
    </>
  )
}

/** Products and servers by their ids. Those that are gone are shown by their id. */
function useNames(): (id: string) => string {
  const { servers, products } = useGoods()
  const names = new Map([...servers, ...products].map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

export function useGoods(): { servers: Manage.GameServer[]; products: Manage.Product[] } {
  const { id: storeId } = useStore()
  const servers = useQuery({
    queryKey: ['servers', storeId, 'all'],
    queryFn: () => Array.fromAsync(api.listServers.each({ storeId, limit: 200 })),
  })
  const products = useQuery({
    queryKey: ['products', storeId, 'all'],
    queryFn: () => Array.fromAsync(api.listProducts.each({ storeId, limit: 200 })),
  })
  return { servers: servers.data ?? [], products: products.data ?? [] }
}
