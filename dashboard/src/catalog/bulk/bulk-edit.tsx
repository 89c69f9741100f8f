import type { Manage } from '@quartermaster/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { categoriesQuery, serversQuery } from '../queries.ts'
import { RunProgress, useRunMany } from '../run-many.tsx'
import { ChangeFields } from './change-fields.tsx'
import { type Change, planChange, type PlannedChange } from './plan-change.ts'
import { PlannedChanges } from './planned-changes.tsx'

/** Changes many products at once. Every change is shown before it happens. */
export function BulkEdit({ products, onClose }: { products: Manage.Product[]; onClose: () => void }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const queryClient = useQueryClient()
  const categories = useQuery(categoriesQuery(storeId)).data ?? []
  const servers = useQuery(serversQuery(storeId)).data ?? []
  const [change, setChange] = useState<Change>({ kind: 'percent', number: '', categoryId: '', serverIds: [] })
  const run = useRunMany(applyChange)
  // After the start, the plan is what was shown, and not what the form says by then.
  const [started, setStarted] = useState<PlannedChange[]>()
  const plan = started ?? products.map((product) => planChange(product, change))
  const todo = plan.filter(({ isSame, error }) => !isSame && error === undefined)

  async function applyChange({ product, body, archive }: PlannedChange): Promise<void> {
    const key = { storeId, productId: product.id }
    const options = { ifMatch: product }
    if (body) await api.updateProduct({ ...key, ...body }, options)
    else if (archive) await api.archiveProduct(key, options)
    else await api.restoreProduct(key, options)
  }

  async function start(items: PlannedChange[]): Promise<void> {
    setStarted(plan)
    await run.start(items)
    await Promise.all(['product', 'products'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }

  return (
    <Page
      title={t('bulk.title', { count: products.length })}
      actions={
        <Button onClick={onClose} disabled={run.state === 'running'}>
          {t('bulk.back')}
        </Button>
      }
    >
      {started === undefined && (
        <Panel title={t('bulk.what')}>
          <div className="panel-body">
            <ChangeFields change={change} onChange={setChange} categories={categories} servers={servers} />
          </div>
        </Panel>
      )}
      <Panel title={t('bulk.preview')}>
        <PlannedChanges plan={plan} run={run} categories={categories} servers={servers} />
      </Panel>
      <div className="savebar">
        {run.state === 'ready' && <span className="soft">{t('bulk.effect', { count: todo.length })}</span>}
        {run.state !== 'ready' && <RunProgress run={run} />}
        <span className="btns">
          {run.state === 'ready' && (
            <Button kind="primary" disabled={todo.length === 0} onClick={() => void start(todo)}>
              {t('bulk.submit', { count: todo.length })}
            </Button>
          )}
          {run.state === 'finished' && run.failed.size > 0 && (
            <Button onClick={() => void start([...run.failed.keys()])}>{t('run.again')}</Button>
          )}
          {run.state === 'finished' && (
            <Button kind="primary" onClick={onClose}>
              {t('bulk.back')}
            </Button>
          )}
        </span>
      </div>
    </Page>
  )
}
