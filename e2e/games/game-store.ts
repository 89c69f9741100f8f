import type { Manage } from '@quartermaster/sdk'
import { createTestStore, type Owner } from '../kit/test-store.ts'

export type Product = { approve: string; refund?: string; expire?: string; durationSeconds?: number }
/** Times are by performance.now(), before the request and after the response. */
type Sale = { checkoutId: string; deliveryId: string; requestedAt: number; soldAt: number }

/** A store with one game server, used over HTTP. */
export type GameStore = {
  url: string
  /** The key of the game server. */
  key: string
  /** Adds the product and sells it. */
  sell: (player: string, product: Product) => Promise<Sale>
  refund: (sale: Pick<Sale, 'checkoutId'>) => Promise<void>
  countUnfinished: (player: string) => Promise<number>
  readDelivery: (sale: Sale) => Promise<Pick<Manage.Delivery, 'holdReason' | 'failedAttempts'>>
}

export async function createGameStore(owner: Owner, { url, name }: { url: string; name: string }): Promise<GameStore> {
  const { storeId, manage, servers, addProduct, sell } = await createTestStore(owner, { name })
  return {
    url,
    key: servers[0]?.key ?? '',
    async sell(gameUserId, { approve, refund, expire, durationSeconds = null }) {
      const commands = { approve: [approve], refund: refund ? [refund] : [], expire: expire ? [expire] : [] }
      const productId = await addProduct({ name: 'Goods', commands, durationSeconds })
      const requestedAt = performance.now()
      const { id: checkoutId, deliveryIds } = await sell({ gameUserId, items: [{ productId }] })
      return { checkoutId, deliveryId: deliveryIds[0] ?? '', requestedAt, soldAt: performance.now() }
    },
    async refund({ checkoutId }) {
      await manage.refundCheckout({ storeId, checkoutId })
    },
    async countUnfinished(gameUserId) {
      const { items } = await manage.listDeliveries({ storeId, gameUserId, limit: 200 })
      return items.filter(({ state }) => state !== 'processed' && state !== 'cancelled').length
    },
    readDelivery: ({ deliveryId }) => manage.getDelivery({ storeId, deliveryId }),
  }
}
