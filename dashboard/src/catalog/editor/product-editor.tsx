import type { Manage } from '@quartermaster/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../../app/texts.tsx'
import { useTitle } from '../../app/title.ts'
import { useStore } from '../../shell/store-context.ts'
import { ApiCall, manageRequest } from '../../ui/api-call.tsx'
import { productQuery } from '../queries.ts'
import { EMPTY_DRAFT, draftOf } from './draft.ts'
import { EditorFields } from './editor-fields.tsx'
import { ProductHead } from './product-head.tsx'

export function NewProduct(): ReactElement {
  const t = useTexts()
  const { id: storeId, name } = useStore()
  const navigate = useNavigate()
  useTitle(t('products.new'), name)
  return (
    <div className="page">
      <ProductHead />
      <EditorFields
        start={EMPTY_DRAFT()}
        onSaved={({ id: productId }: Manage.Product) =>
          navigate({ to: '/stores/$storeId/products/$productId', params: { storeId, productId }, replace: true })
        }
      />
      <ApiCall
        requests={[manageRequest('createProduct', { storeId, name: 'VIP Gold', priceMinor: 1_490, commands: EXAMPLE })]}
      />
    </div>
  )
}

const EXAMPLE = { approve: ['addvip {userId} gold'], refund: ['removevip {userId} gold'], expire: [] }

export function EditProduct(): ReactElement {
  const { id: storeId, name } = useStore()
  const { productId = '' } = useParams({ strict: false })
  const { data: product } = useSuspenseQuery(productQuery(storeId, productId))
  const [savedId, setSavedId] = useState<string>()
  useTitle(product.name, name)
  return (
    <div className="page">
      <ProductHead product={product} />
      <EditorFields
        key={`${product.id} ${product.version}`}
        product={product}
        start={draftOf(product)}
        wasSaved={savedId === product.id}
        onSaved={({ id }) => setSavedId(id)}
      />
      <ApiCall
        requests={[
          manageRequest('getProduct', { storeId, productId }),
          manageRequest('updateProduct', { storeId, productId, priceMinor: product.priceMinor }),
        ]}
      />
    </div>
  )
}
