import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useMay, useStore } from '../../shell/store-context.ts'
import { Action } from '../../ui/action.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProductState } from '../product-state.tsx'
import { categoriesQuery } from '../queries.ts'
import { TestSale } from './test-sale.tsx'

/** Without a product, it is the head of a new one. */
export function ProductHead({ product }: { product?: Manage.Product }): ReactElement {
  const t = useTexts()
  const store = useStore()
  const categories = useQuery(categoriesQuery(store.id)).data ?? []
  const category = categories.find(({ id }) => id === product?.categoryId)
  const maySell = useMay('checkouts:write') && store.mode === 'test'
  const mayWrite = useMay('catalog:write')
  return (
    <div className="page-head">
      <div>
        <nav className="crumbs" aria-label={t('crumbs')}>
          <Link to="/stores/$storeId/products" params={{ storeId: store.id }}>
            {t('products.title')}
          </Link>
          {category && (
            <>
              <Icon name="chevron" />
              <Link to="/stores/$storeId/products" params={{ storeId: store.id }} search={{ category: category.id }}>
                {category.name}
              </Link>
            </>
          )}
        </nav>
        <h1>{product?.name ?? t('products.new')}</h1>
        {product && (
          <div className="meta">
            <ProductState product={product} />
            <span className="mono">{product.id}</span>
          </div>
        )}
      </div>
      {product && (
        <div className="btns">
          {maySell && product.archivedAt === null && <TestSale product={product} />}
          {mayWrite && <ArchiveOrRestore product={product} />}
        </div>
      )}
    </div>
  )
}

function ArchiveOrRestore({ product }: { product: Manage.Product }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const key = { storeId, productId: product.id }
  const changes = ['product', 'products']
  if (product.archivedAt !== null)
    return (
      <Action run={() => api.restoreProduct(key, { ifMatch: product })} changes={changes}>
        {t('product.restore')}
      </Action>
    )
  return (
    <Confirm
      trigger={<Button>{t('product.archive')}</Button>}
      title={t('product.archiveTitle', { name: product.name })}
      submit={t('product.archiveNow')}
      run={() => api.archiveProduct(key, { ifMatch: product })}
      changes={changes}
    >
      <p className="small">{t('product.archiveEffect')}</p>
    </Confirm>
  )
}
