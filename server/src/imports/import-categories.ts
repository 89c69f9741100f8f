import type { Tx } from '../db/database.ts'
import type { CategoryId } from '../ids.ts'
import { editCategory, saveCategory } from '../catalog/categories/save-category.ts'
import { type Category, selectCategories, toCategory } from '../catalog/categories/show-category.ts'
import { compareFields, importCatalogItem } from './import-catalog-item.ts'
import type { ImportedCategory, ImportedItem, ImportSettings } from './import.ts'
import { readRecords, writeRecord } from './imported-records.ts'

export async function importCategories(
  tx: Tx,
  settings: ImportSettings,
  categories: ImportedCategory[],
): Promise<ImportedItem[]> {
  const { storeId } = settings
  const kind = 'category'
  const records = await readRecords(tx, settings, { kind, sourceIds: categories.map(({ sourceId }) => sourceId) })
  const items: ImportedItem[] = []
  for (const { sourceId, ...fields } of categories) {
    const item = await importCatalogItem<Category, CategoryId>(tx, settings, {
      sourceId,
      name: fields.name,
      record: records.get(sourceId),
      read: async (id) => {
        const row = await selectCategories(tx, storeId).where('id', '=', id).executeTakeFirst()
        return row && toCategory(row)
      },
      compare: ({ name, description, position }) => compareFields({ name, description, position }, fields),
      create: () => saveCategory(tx, { storeId, ...fields }),
      change: (categoryId) => editCategory(tx, { storeId, categoryId, ...fields }),
      remember: (saved) => writeRecord(tx, settings, { kind, sourceId, ...saved }),
    })
    items.push(item)
  }
  return items
}
