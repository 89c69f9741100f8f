import type { Manage } from '@quartermaster/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useMay, useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { move } from '../editor/move.ts'
import { categoriesQuery } from '../queries.ts'
import { CategoryForm } from './category-form.tsx'
import { CategoryRow } from './category-row.tsx'

/** The groups of products in the storefront, in their order. */
export function Categories(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  useTitle(t('categories.title'), name)
  const mayWrite = useMay('catalog:write')
  const query = categoriesQuery(storeId)
  const categories = useQuery(query)
  const queryClient = useQueryClient()
  const [announced, setAnnounced] = useState('')
  const items = categories.data ?? []

  const reorder = useMutation({
    mutationFn: async (next: Manage.Category[]) => {
      queryClient.setQueryData(query.queryKey, next)
      for (const [position, category] of next.entries())
        if (category.position !== position)
          await api.updateCategory({ storeId, categoryId: category.id, position }, { ifMatch: category })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['categories'] }),
  })

  function moveCategory(from: number, to: number): void {
    const moved = items[from]
    if (!moved || to < 0 || to >= items.length || from === to || reorder.isPending) return
    setAnnounced(t('categories.moved', { name: moved.name, place: to + 1, count: items.length }))
    reorder.mutate(move(items, from, to))
  }

  const add = mayWrite && (
    <CategoryForm
      trigger={
        <Button kind="primary" icon="plus">
          {t('categories.add')}
        </Button>
      }
      position={items.length}
    />
  )
  return (
    <Page title={t('categories.title')} lede={t('categories.lede')} actions={add}>
      <Panel title={t('categories.order')} {...(items.length > 1 && mayWrite && { foot: t('categories.orderHint') })}>
        {categories.data?.length === 0 && (
          <Empty icon="inventory" title={t('categories.none')}>
            {t('categories.noneWhy')}
          </Empty>
        )}
        <ol className="rows categories" aria-busy={categories.isPending || reorder.isPending}>
          {items.map((category, index) => (
            <CategoryRow
              key={category.id}
              category={category}
              index={index}
              count={items.length}
              onMove={moveCategory}
            />
          ))}
        </ol>
        {reorder.error !== null && (
          <div className="panel-body">
            <ProblemNote error={reorder.error} />
          </div>
        )}
      </Panel>
      <span className="sr" aria-live="assertive">
        {announced}
      </span>
      <ApiCall requests={[manageRequest('listCategories', { storeId })]} />
    </Page>
  )
}
