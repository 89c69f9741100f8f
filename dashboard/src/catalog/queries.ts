import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const PAGE = 200

export const categoriesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['categories', storeId],
    queryFn: () => Array.fromAsync(api.listCategories.each({ storeId, limit: PAGE })),
    staleTime: 30_000,
  })

export const serversQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['servers', storeId],
    queryFn: () => Array.fromAsync(api.listServers.each({ storeId, limit: PAGE })),
    staleTime: 30_000,
  })

export const productQuery = (storeId: string, productId: string) =>
  queryOptions({ queryKey: ['product', storeId, productId], queryFn: () => api.getProduct({ storeId, productId }) })

/** The content of a hash never changes. */
export const pictureQuery = (storeId: string, hash: string) =>
  queryOptions({
    queryKey: ['picture', storeId, hash],
    queryFn: () => api.getPicture({ storeId, hash }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** All products, archived ones too. */
export async function readAllProducts(storeId: string) {
  const [onSale, archived] = await Promise.all(
    [false, true].map((isArchived) =>
      Array.fromAsync(api.listProducts.each({ storeId, archived: isArchived, limit: PAGE })),
    ),
  )
  return [...(onSale ?? []), ...(archived ?? [])]
}
