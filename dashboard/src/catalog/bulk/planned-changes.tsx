import type { Manage } from '@quartermaster/sdk'
import type { ReactElement } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { usePrices } from '../product-columns.tsx'
import type { Run } from '../run-many.tsx'
import type { PlannedChange } from './plan-change.ts'

type PlannedChangesProps = {
  plan: PlannedChange[]
  run: Run<PlannedChange>
  categories: Manage.Category[]
  servers: Manage.GameServer[]
}

/** One line for each product: how it is, how it will be, and whether that worked. */
export function PlannedChanges({ plan, run, categories, servers }: PlannedChangesProps): ReactElement {
  const t = useTexts()
  const prices = usePrices()
  const categoryOf = (categoryId: string | null) =>
    categories.find(({ id }) => id === categoryId)?.name ?? t('product.noCategory')
  const serversOf = (ids: string[]) =>
    servers
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ') || t('bulk.default')

  function describe({ product, body, archive }: PlannedChange): [before: string, after: string] {
    if (body?.categoryId !== undefined) return [categoryOf(product.categoryId), categoryOf(body.categoryId)]
    if (body?.serverIds) return [serversOf(product.serverIds), serversOf(body.serverIds)]
    if (body) return [prices(product), prices({ ...product, ...(body as Partial<Manage.Product>) })]
    const state = (isArchived: boolean) => t(isArchived ? 'product.state.archived' : 'bulk.onSale')
    return [state(product.archivedAt !== null), archive === undefined ? '' : state(archive)]
  }

  return (
    <Table
      label={t('bulk.preview')}
      kind="lines"
      items={plan}
      keyOf={({ product }) => product.id}
      columns={[
        { head: t('product.name'), cell: ({ product }) => <span className="td-main">{product.name}</span> },
        { head: t('bulk.before'), cell: (planned) => (planned.error ? prices(planned.product) : describe(planned)[0]) },
        { head: t('bulk.after'), cell: (planned) => (planned.error ? '–' : <b>{describe(planned)[1]}</b>) },
        { head: t('bulk.result'), cell: (planned) => <Result planned={planned} run={run} /> },
      ]}
    />
  )
}

function Result({ planned, run }: { planned: PlannedChange; run: Run<PlannedChange> }): ReactElement {
  const t = useTexts()
  if (run.failed.has(planned)) return <ProblemNote error={run.failed.get(planned)} />
  if (run.done.has(planned))
    return (
      <Chip kind="ok" isPlain>
        {t('run.done')}
      </Chip>
    )
  if (planned.error)
    return (
      <Chip kind={planned.error === 'negative' ? 'bad' : 'neutral'} isPlain>
        {t(`bulk.error.${planned.error}`)}
      </Chip>
    )
  return <span className="muted">{planned.isSame ? t('bulk.same') : t('bulk.will')}</span>
}
