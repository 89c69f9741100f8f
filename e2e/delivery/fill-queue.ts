import { readFileSync } from 'node:fs'
import type { ProductId, StoreId } from '../../server/src/ids.ts'
import type { Store } from './game-server.ts'

const COPY_SALE = readFileSync(new URL('../kit/copy-sale.sql', import.meta.url), 'utf8')

/** Adds deliveries for many offline players. One player buys, the others get copies of the rows, which is faster. */
export async function fillQueue(
  store: Store,
  { storeId, productId, players }: { storeId: StoreId; productId: ProductId; players: number },
): Promise<void> {
  const { checkoutId } = await store.sell(storeId, 'absent:0', [productId])
  await store.query(COPY_SALE, [storeId, checkoutId, players])
}
