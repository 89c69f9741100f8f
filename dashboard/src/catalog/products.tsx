import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useTitle } from '../app/title.ts'
import { useMay, useStore } from '../shell/store-context.ts'
import { ApiCall, manageRequest } from '../ui/api-call.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ExportCsv } from '../ui/list-parts/export-csv.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { BulkEdit } from './bulk/bulk-edit.tsx'
import { csvColumns } from './import/csv-columns.ts'
import { useProductColumns } from './product-columns.tsx'
import { categoriesQuery, serversQuery } from './queries.ts'

export function Products(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  useTitle(t('products.title'), name)
  const { search, category, state } = useSearch({ from: '/signed-in/stores/$storeId/products' })
  const [chosen, setChosen] = useState<Manage.Product[]>([])
  const [isEditing, setEditing] = useState(false)
  const categories = useQuery(categoriesQuery(storeId)).data ?? []
  const servers = useQuery(serversQuery(storeId)).data ?? []
  const mayWrite = useMay('catalog:write')
  const columns = useProductColumns({ categories, servers, chosen, ...(mayWrite && { onChoose: setChosen }) })
  const input = {
    storeId,
    ...(search !== undefined && { search }),
    ...(category !== undefined && { categoryId: category }),
    ...(state === 'archived' && { archived: true }),
  }

  if (isEditing)
    return (
      <BulkEdit
        products={chosen}
        onClose={() => {
          setEditing(false)
          setChosen([])
        }}
      />
    )
  return (
    <Page title={t('products.title')} actions={<Actions />}>
      <List
        call={api.listProducts}
        input={input}
        queryKey="products"
        label={t('products.title')}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<NoProducts />}
        filters={[
          { kind: 'text', name: 'search', label: t('products.search') },
          {
            kind: 'choice',
            name: 'category',
            label: t('product.category'),
            any: t('products.anyCategory'),
            options: [
              ...categories.map(({ id, name: text }): [string, string] => [id, text]),
              ['none', t('product.noCategory')],
            ],
          },
          {
            kind: 'choice',
            name: 'state',
            label: t('products.state'),
            any: t('products.onSale'),
            options: [['archived', t('product.state.archived')]],
          },
        ]}
      />
      <div className="under-list">
        <ExportCsv
          each={api.listProducts.each}
          input={input}
          columns={csvColumns({ categories, servers })}
          file="products"
        />
        <span className="small muted">{t('products.exportWhy')}</span>
      </div>
      {chosen.length > 0 && (
        <div className="savebar">
          <span role="status">{t('products.chosen', { count: chosen.length })}</span>
          <span className="btns">
            <Button onClick={() => setChosen([])}>{t('products.chooseNone')}</Button>
            <Button kind="primary" onClick={() => setEditing(true)}>
              {t('products.change')}
            </Button>
          </span>
        </div>
      )}
      <ApiCall requests={[manageRequest('listProducts', input)]} />
    </Page>
  )
}

function Actions(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const mayCreate = useMay('commands:write')
  return (
    <div className="btns">
      <Link className="btn" to="/stores/$storeId/categories" params={{ storeId }}>
        {t('categories.title')}
      </Link>
      {mayCreate && (
        <>
          <Link className="btn" to="/stores/$storeId/products/import" params={{ storeId }}>
            {t('import.title')}
          </Link>
          <NewProductLink />
        </>
      )}
    </div>
  )
}

function NewProductLink(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Link className="btn btn-primary" to="/stores/$storeId/products/new" params={{ storeId }}>
      <Icon name="plus" />
      {t('products.new')}
    </Link>
  )
}

function NoProducts(): ReactElement {
  const t = useTexts()
  const mayCreate = useMay('commands:write')
  return (
    <Empty icon="products" title={t('products.none')} {...(mayCreate && { action: <NewProductLink /> })}>
      {t('products.noneWhy')}
    </Empty>
  )
}
