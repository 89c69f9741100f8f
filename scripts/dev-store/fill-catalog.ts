import { saveCategory } from '../../server/src/catalog/categories/save-category.ts'
import { saveProduct } from '../../server/src/catalog/save-product.ts'
import { type Db, inStore } from '../../server/src/db/database.ts'
import type { CategoryId, ProductId, StoreId } from '../../server/src/ids.ts'
import { editCategory } from '../../server/src/catalog/categories/save-category.ts'
import { CATEGORIES, COMPARISON, type SeedProduct } from './catalog.ts'

type Pictures = (name: string) => string

/** Returns the products by their slug. */
export async function fillCatalog(
  db: Db,
  { storeId, pictures }: { storeId: StoreId; pictures: Pictures },
): Promise<Map<string, ProductId>> {
  const products = new Map<string, ProductId>()
  for (const [position, { products: sold, ...fields }] of CATEGORIES.entries()) {
    const { id: categoryId } = await inStore(db, storeId, (tx) => saveCategory(tx, { storeId, position, ...fields }))
    for (const [place, product] of sold.entries()) {
      const { id } = await saveProduct(db, toInput(product, { storeId, categoryId, position: place, pictures }))
      products.set(product.slug, id)
    }
    if (fields.slug === 'ranks')
      await compareRanks(db, { storeId, categoryId, fields, products: [...products.values()] })
  }
  return products
}

function toInput(
  product: SeedProduct,
  { pictures, ...place }: { storeId: StoreId; categoryId: CategoryId; position: number; pictures: Pictures },
) {
  const { drawing, alt, requiresOnline = false, ...fields } = product
  return {
    ...fields,
    ...place,
    pictures: [{ hash: pictures(drawing), alt }],
    commands: {
      approve: [`give {userId} ${product.slug}`],
      refund: [`take {userId} ${product.slug}`],
      expire: [`take {userId} ${product.slug}`],
    },
    conditions: { requiresOnline },
    serverIds: [],
    buyerChoosesServer: false,
  }
}

type Ranks = {
  storeId: StoreId
  categoryId: CategoryId
  fields: Pick<(typeof CATEGORIES)[number], 'translations'>
  products: ProductId[]
}

async function compareRanks(db: Db, { storeId, categoryId, fields, products }: Ranks): Promise<void> {
  const inLanguage = (language: 'en' | 'pt-BR' | 'es') =>
    COMPARISON.map(({ label, values }) => ({
      label: label[language],
      values: products.map((productId, i) => ({ productId, value: values[i] ?? 'no' })),
    }))
  const { 'pt-BR': portuguese, es: spanish } = fields.translations
  const translations = {
    'pt-BR': { ...portuguese, comparison: inLanguage('pt-BR') },
    es: { ...spanish, comparison: inLanguage('es') },
  }
  await inStore(db, storeId, (tx) =>
    editCategory(tx, { storeId, categoryId, comparison: inLanguage('en'), translations }),
  )
}
