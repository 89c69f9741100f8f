import { showProduct } from '../catalog/show-product.ts'
import type { ProductDetails } from '../catalog/product-details.ts'
import { saveProduct } from '../catalog/save-product.ts'
import type { Tx } from '../db/database.ts'
import { requireServer } from '../game-servers/require-server.ts'
import type { CategoryId, ProductId } from '../ids.ts'
import { compareFields, importCatalogItem } from './import-catalog-item.ts'
import type { ImportedItem, ImportedProduct, ImportSettings } from './import.ts'
import { readRecords, writeRecord } from './imported-records.ts'

export async function importProducts(
  tx: Tx,
  settings: ImportSettings,
  products: ImportedProduct[],
): Promise<ImportedItem[]> {
  const kind = 'product'
  const { storeId } = settings
  const serverIds = new Set(products.flatMap((product) => product.serverIds))
  // Not an item that fails: the caller has mixed up two stores.
  for (const serverId of serverIds) await requireServer(tx, { storeId, serverId })
  const records = await readRecords(tx, settings, { kind, sourceIds: products.map(({ sourceId }) => sourceId) })
  const sourceIds = [...new Set(products.flatMap(({ categorySourceId }) => categorySourceId ?? []))]
  const categories = await readRecords(tx, settings, { kind: 'category', sourceIds })
  const items: ImportedItem[] = []
  for (const product of products) {
    const { sourceId, name } = product
    const categoryId = categories.get(product.categorySourceId ?? '')?.targetId ?? null
    const item = await importCatalogItem<ProductDetails, ProductId>(tx, settings, {
      sourceId,
      name,
      record: records.get(sourceId),
      read: (productId) => showProduct(tx, { storeId, productId }),
      compare: (current) => compareProduct(current, product, categoryId),
      create: () => saveProduct(tx, toInput(settings, product, categoryId)),
      change: (id) => saveProduct(tx, { ...toInput(settings, product, categoryId), id }),
      remember: (saved) => writeRecord(tx, settings, { kind, sourceId, ...saved }),
    })
    items.push(item)
  }
  return items
}

function toInput({ storeId }: ImportSettings, product: ImportedProduct, categoryId: CategoryId | null) {
  const { sourceId: _id, categorySourceId: _category, priceMinor, requiresOnline, ...fields } = product
  const price = { minor: priceMinor }
  return { storeId, ...fields, price, categoryId, conditions: { requiresOnline }, buyerChoosesServer: false }
}

type Comparable = Pick<
  ImportedProduct,
  'name' | 'description' | 'position' | 'visibility' | 'priceMinor' | 'durationSeconds' | 'commands' | 'serverIds'
> & { requiresOnline: boolean; maxPerPlayer: number | null; categoryId: CategoryId | null }

function compareProduct(current: ProductDetails, product: ImportedProduct, categoryId: CategoryId | null) {
  return compareFields(
    toFields({ ...current, requiresOnline: current.conditions.requiresOnline }),
    toFields({ ...product, categoryId }),
  )
}

function toFields({ commands, serverIds, categoryId, ...rest }: Comparable) {
  const trim = (list: string[]) => list.map((command) => command.trim())
  return {
    name: rest.name,
    price: rest.priceMinor,
    duration: rest.durationSeconds,
    'approve commands': trim(commands.approve),
    'refund commands': trim(commands.refund),
    'expire commands': trim(commands.expire),
    servers: serverIds.toSorted(),
    category: categoryId,
    description: rest.description,
    position: rest.position,
    visibility: rest.visibility,
    'requires online': rest.requiresOnline,
    'limit for each player': rest.maxPerPlayer,
  }
}
