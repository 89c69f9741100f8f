import { randomBytes } from 'node:crypto'
import { createTestStore, type Owner, type TestStore } from './test-store.ts'

export type TestStorefront = TestStore & {
  /** Below the storefront domain of the server. */
  host: string
  products: { id: string; slug: string }[]
}

type Settings = {
  /** Part of every name in the store, and of no other store. Also the label of its host. */
  marker: string
  domain: string
  /** The stock of each product. Null: unlimited. */
  stocks?: (number | null)[]
  commands?: { approve: string[] }
}

/** A test store with a host, products, a category, a page and play money. */
export async function createTestStorefront(
  owner: Owner,
  { marker, domain, stocks = [null, null, 1_000_000], commands }: Settings,
): Promise<TestStorefront> {
  const store = await createTestStore(owner, { name: `${marker} store`, mode: 'test' })
  const { storeId, manage } = store
  const { id: categoryId } = await manage.createCategory({ storeId, name: `${marker} ranks`, slug: 'ranks' })
  const products: TestStorefront['products'] = []
  for (const [i, stock] of stocks.entries()) {
    const slug = `${marker}-${i}`
    const id = await store.addProduct({
      name: `${marker} item ${i}`,
      slug,
      categoryId,
      ...(stock !== null && { stock }),
      ...(commands && { commands }),
    })
    products.push({ id, slug })
  }
  const page = { title: `${marker} rules`, body: `Rules of ${marker}` }
  await manage.saveStorefrontPage({ storeId, slug: 'rules', ...page })
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  await owner.manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials: { secret } })
  await owner.manage.chooseLabel({ storeId, label: marker })
  return { ...store, host: `${marker}.${domain}`, products }
}
