import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ChangeEvent, type ReactElement, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { categoriesQuery, readAllProducts, serversQuery } from '../queries.ts'
import { RunProgress, useRunMany } from '../run-many.tsx'
import { csvColumns } from './csv-columns.ts'
import { type ImportPlan, type PlannedRow, planImport } from './plan-import.ts'
import { PlannedRows } from './planned-rows.tsx'

/** Reads a CSV file in the browser, shows what it would do, and does it when it is confirmed. */
export function ImportProducts(): ReactElement {
  const t = useTexts()
  const { id: storeId, name, currency } = useStore()
  useTitle(t('import.title'), name)
  const queryClient = useQueryClient()
  const categories = useQuery(categoriesQuery(storeId))
  const servers = useQuery(serversQuery(storeId))
  const [plan, setPlan] = useState<ImportPlan>()
  const run = useRunMany((row: PlannedRow) => applyRow(storeId, row))
  const inputId = useId()
  const read = useMutation({
    mutationFn: async (file: File) => {
      const [text, products] = await Promise.all([file.text(), readAllProducts(storeId)])
      setPlan(planImport(text, products, { categories: categories.data ?? [], servers: servers.data ?? [], currency }))
    },
  })
  const todo = plan?.rows.filter(({ kind }) => kind === 'create' || kind === 'change') ?? []
  const count = (kind: PlannedRow['kind']) => plan?.rows.filter((row) => row.kind === kind).length ?? 0

  function onFile(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (file) read.mutate(file)
  }
  async function start(rows: PlannedRow[]): Promise<void> {
    await run.start(rows)
    await Promise.all(['product', 'products'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }

  return (
    <Page title={t('import.title')} lede={t('import.lede')}>
      {run.state === 'ready' && (
        <Panel title={t('import.file')}>
          <div className="panel-body">
            <p className="small">{t('import.columns')}</p>
            <pre>
              {csvColumns({ categories: [], servers: [] })
                .map(({ head }) => head)
                .join(',')}
            </pre>
            <p className="small soft">{t('import.rules')}</p>
            <div className="upload">
              <label className="btn" htmlFor={inputId}>
                {plan ? t('import.another') : t('import.choose')}
              </label>
              <input
                id={inputId}
                className="sr"
                type="file"
                accept=".csv,text/csv"
                onChange={onFile}
                disabled={!categories.data || !servers.data}
              />
            </div>
            {read.error !== null && <ProblemNote error={read.error} />}
          </div>
        </Panel>
      )}
      {plan && (
        <Panel title={t('import.preview')}>
          <div className="panel-body">
            <p className="small" role="status">
              {t('import.counts', {
                create: count('create'),
                change: count('change'),
                same: count('same'),
                refuse: count('refuse'),
              })}
            </p>
            {plan.unknownColumns.length > 0 && (
              <Note kind="warn">{t('import.unknownColumns', { columns: plan.unknownColumns.join(', ') })}</Note>
            )}
          </div>
          <PlannedRows rows={plan.rows} run={run} />
        </Panel>
      )}
      {plan && (
        <div className="savebar">
          {run.state === 'ready' ? <span className="soft">{t('import.effect')}</span> : <RunProgress run={run} />}
          <span className="btns">
            {run.state === 'ready' && (
              <Button kind="primary" disabled={todo.length === 0} onClick={() => void start(todo)}>
                {t('import.submit', { count: todo.length })}
              </Button>
            )}
            {run.state === 'finished' && run.failed.size > 0 && (
              <Button onClick={() => void start([...run.failed.keys()])}>{t('run.again')}</Button>
            )}
            {run.state === 'finished' && (
              <Link className="btn btn-primary" to="/stores/$storeId/products" params={{ storeId }}>
                {t('bulk.back')}
              </Link>
            )}
          </span>
        </div>
      )}
      <ApiCall requests={[manageRequest('listProducts', { storeId })]} />
    </Page>
  )
}

async function applyRow(storeId: string, { product, body, archive }: PlannedRow): Promise<void> {
  const { name = '', priceMinor = 0, commands = { approve: [] }, ...rest } = body
  const hasFields = Object.keys(body).length > 0
  let saved = product
  if (!product) saved = await api.createProduct({ storeId, name, priceMinor, commands, ...rest })
  else if (hasFields) saved = await api.updateProduct({ storeId, productId: product.id, ...body }, { ifMatch: product })
  if (!saved || archive === undefined) return
  const key = { storeId, productId: saved.id }
  await (archive ? api.archiveProduct(key, { ifMatch: saved }) : api.restoreProduct(key, { ifMatch: saved }))
}
