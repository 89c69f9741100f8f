import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { saveFile } from '../../app/save-file.ts'
import { type Column, Table } from '../../ui/table.tsx'

type Checkout = Manage.CheckoutSummary

/** Orders whose buyer asked the bank for the money. The list of orders has all of them; these are the latest. */
export function Disputes(): ReactElement {
  const t = useTexts()
  const { time } = useDates()
  const money = useMoney()
  const { id: storeId } = useStore()
  const { data } = useQuery({
    queryKey: ['checkouts', storeId, 'disputed'],
    queryFn: () => api.listCheckouts({ storeId, state: 'disputed', limit: 50 }),
  })
  const columns: Column<Checkout>[] = [
    { head: t('payment.player'), cell: ({ gameUserId }) => <b className="td-main">{gameUserId}</b> },
    { head: t('payment.amount'), isNumber: true, cell: (c) => money(c.totalMinor, c.currency) },
    {
      head: t('payment.order'),
      cell: ({ id }) => (
        <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId: id }}>
          <code className="brk">{id}</code>
        </Link>
      ),
    },
    { head: t('payment.paid'), cell: ({ createdAt }) => time(createdAt) },
    {
      head: t('server.actions'),
      isHeadHidden: true,
      isUnlabeled: true,
      cell: ({ id: checkoutId }) => (
        <Action icon="download" run={() => saveEvidence({ storeId, checkoutId })}>
          {t('payment.evidence')}
        </Action>
      ),
    },
  ]
  return (
    <Panel title={t('payment.disputes')}>
      {data?.items.length === 0 ? (
        <Empty icon="shield" title={t('payment.noDispute')}>
          {t('payment.noDisputeWhy')}
        </Empty>
      ) : (
        <Table
          label={t('payment.disputes')}
          kind="cards"
          columns={columns}
          items={data?.items}
          keyOf={({ id }) => id}
        />
      )}
    </Panel>
  )
}

/** What the bank wants to see: the order, who received what when, and from where it was bought. */
async function saveEvidence(order: { storeId: string; checkoutId: string }): Promise<void> {
  const evidence = await api.getDisputeEvidence(order)
  saveFile([JSON.stringify(evidence, null, 2)], { name: `evidence-${order.checkoutId}.json`, type: 'application/json' })
}
