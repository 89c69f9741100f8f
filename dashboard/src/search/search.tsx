import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useId } from 'react'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useDeliveryColumns } from '../deliveries/all-deliveries.tsx'
import { useOrderColumns } from '../orders/order-columns.tsx'
import { usePlayerColumns } from '../players/players.tsx'
import { useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Table } from '../ui/table.tsx'
import { findAnything } from './find-anything.ts'

/** Players, orders and deliveries that match one text. */
export function Search(): ReactElement {
  const t = useTexts()
  const { id: storeId, name, permissions } = useStore()
  const { q = '' } = useSearch({ from: '/signed-in/stores/$storeId/search' })
  const { data, error } = useQuery({
    queryKey: ['search', storeId, q],
    queryFn: () => findAnything({ storeId, text: q, permissions }),
    enabled: q !== '',
  })
  useTitle(t('search.title'), name)
  return (
    <Page title={t('search.title')} lede={t('search.lede')}>
      <div className="panel">
        <SearchForm text={q} />
      </div>
      {error !== null && <ProblemNote error={error} />}
      {data && <Found {...data} text={q} />}
      {q !== '' && <ApiCall requests={[manageRequest('listCheckouts', { storeId, search: q })]} />}
    </Page>
  )
}

function SearchForm({ text }: { text: string }): ReactElement {
  const t = useTexts()
  const id = useId()
  const { id: storeId } = useStore()
  const navigate = useNavigate()

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q')
    const search = typeof q === 'string' && q.trim() !== '' ? { q: q.trim() } : {}
    void navigate({ to: '/stores/$storeId/search', params: { storeId }, search })
  }

  return (
    <form className="filters" role="search" aria-label={t('search.title')} onSubmit={onSubmit}>
      <div className="field grow">
        <label htmlFor={id}>{t('search.what')}</label>
        <input key={text} id={id} name="q" type="search" defaultValue={text} maxLength={255} autoFocus={text === ''} />
      </div>
      <Button type="submit" icon="search">
        {t('search.submit')}
      </Button>
    </form>
  )
}

type FoundProps = Awaited<ReturnType<typeof findAnything>> & { text: string }

function Found({ players, orders, deliveries, text }: FoundProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const playerColumns = usePlayerColumns()
  const orderColumns = useOrderColumns()
  const deliveryColumns = useDeliveryColumns()
  if (players.length + orders.length + deliveries.length === 0)
    return (
      <div className="panel">
        <h2 className="sr">{t('search.title')}</h2>
        <Empty icon="search" title={t('search.nothing', { text })}>
          {t('search.nothingWhy')}
        </Empty>
      </div>
    )
  return (
    <>
      {players.length > 0 && (
        <Panel title={t('nav.players')}>
          <Table
            label={t('nav.players')}
            kind="cards"
            columns={playerColumns}
            items={players}
            keyOf={({ gameUserId }) => gameUserId}
            link={({ gameUserId }) => ({ to: '/stores/$storeId/players/$gameUserId', params: { storeId, gameUserId } })}
          />
        </Panel>
      )}
      {orders.length > 0 && (
        <Panel title={t('nav.orders')}>
          <Table
            label={t('nav.orders')}
            kind="cards"
            columns={orderColumns}
            items={orders}
            keyOf={({ id }) => id}
            link={({ id }) => ({ to: '/stores/$storeId/orders/$orderId', params: { storeId, orderId: id } })}
          />
        </Panel>
      )}
      {deliveries.length > 0 && (
        <Panel title={t('nav.deliveries')}>
          <Table
            label={t('nav.deliveries')}
            kind="cards"
            columns={deliveryColumns}
            items={deliveries}
            keyOf={({ id }) => id}
            link={({ id }) => ({ to: '/stores/$storeId/deliveries/$deliveryId', params: { storeId, deliveryId: id } })}
          />
        </Panel>
      )}
    </>
  )
}
