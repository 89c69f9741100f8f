import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'

export function DeleteCategory({ category }: { category: Manage.Category }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={
        <button
          className="btn btn-sm btn-quiet"
          type="button"
          aria-label={t('categories.deleteOne', { name: category.name })}
        >
          <Icon name="trash" />
        </button>
      }
      title={t('categories.deleteOne', { name: category.name })}
      submit={t('categories.delete')}
      run={() => api.deleteCategory({ storeId, categoryId: category.id })}
      changes={['categories', 'products', 'product']}
    >
      <Effect categoryId={category.id} />
    </Confirm>
  )
}

/** Asked for when the dialog opens. */
function Effect({ categoryId }: { categoryId: string }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const products = useQuery({
    queryKey: ['products', 'of', categoryId],
    queryFn: () => Array.fromAsync(api.listProducts.each({ storeId, categoryId, limit: 200 })),
  })
  return (
    <p className="small">
      {products.data ? t('categories.deleteEffect', { count: products.data.length }) : t('categories.counting')}
    </p>
  )
}
