import type { Manage } from '@quartermaster/sdk'
import { listProducts } from '../../catalog/list-products.ts'
import type { ProductDetails } from '../../catalog/product-details.ts'
import { type ProductInput, saveProduct } from '../../catalog/save-product.ts'
import type { Database } from '../../db/database.ts'
import { formatId, type StoreId } from '../../ids.ts'
import { parsePrice, toDecimal } from '../../money.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

/** As the command line takes it: the price as a decimal, every condition said. */
export type SavedProduct = Omit<ProductInput, 'price' | 'conditions' | 'categoryId' | 'expectVersion'> & {
  price: string
  conditions: ProductDetails['conditions']
}

type ShownProduct = Omit<ProductDetails, 'id' | 'categoryId' | 'serverIds' | 'warnings'> & {
  id: string
  categoryId: string | null
  serverIds: string[]
  warnings: string[]
}

export type ProductDesk = {
  list: (storeId: StoreId) => Promise<ShownProduct[]>
  /** A new one, or with an id a change of it. */
  save: (product: SavedProduct) => Promise<ShownProduct>
}

const MOST = 10_000

export function localProducts({ app }: Database): ProductDesk {
  return {
    list: async (storeId) => (await listProducts(app, { storeId, most: MOST })).map(detailsToShown),
    async save(product) {
      const { storeId, id } = product
      const action = id === undefined ? 'createProduct' : 'updateProduct'
      const deed = { storeId, action, subject: (saved: ProductDetails) => formatId('prd', saved.id) }
      return detailsToShown(await byHand(app, deed, (tx) => saveProduct(tx, product)))
    },
  }
}

export function remoteProducts({ manage, storeId: storeOf }: RemoteStore): ProductDesk {
  return {
    async list(named) {
      const storeId = await storeOf(named)
      return (await upTo(MOST, manage.listProducts.each({ storeId, limit: 200 }))).map(wireToShown)
    },
    async save({ storeId: named, id, price, serverIds, ...product }) {
      const storeId = await storeOf(named)
      const { currency } = await manage.getStore({ storeId })
      const fields = {
        storeId,
        ...product,
        priceMinor: parsePrice(price, currency),
        serverIds: serverIds.map((serverId) => formatId('srv', serverId)),
      }
      if (id === undefined) return wireToShown(await manage.createProduct(fields))
      return wireToShown(await manage.updateProduct({ ...fields, productId: formatId('prd', id) }, { ifMatch: '*' }))
    },
  }
}

function detailsToShown({ id, categoryId, serverIds, warnings, ...product }: ProductDetails): ShownProduct {
  return {
    id: formatId('prd', id),
    ...product,
    categoryId: categoryId === null ? null : formatId('cat', categoryId),
    serverIds: serverIds.map((serverId) => formatId('srv', serverId)),
    warnings: warnings.map(({ message }) => message),
  }
}

function wireToShown({ warnings, archivedAt, createdAt, updatedAt, ...product }: Manage.ManagedProduct): ShownProduct {
  return {
    ...product,
    price: toDecimal(product.priceMinor, product.currency),
    archivedAt: readDate(archivedAt),
    createdAt: readDate(createdAt),
    updatedAt: readDate(updatedAt),
    warnings: warnings.map(({ message }) => message),
  }
}
