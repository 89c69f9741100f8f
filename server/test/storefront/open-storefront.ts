import { inStore } from '../../src/db/database.ts'
import type { ProductId } from '../../src/ids.ts'
import { changeLine } from '../../src/storefront/baskets/change-line.ts'
import { readBasket } from '../../src/storefront/baskets/read-basket.ts'
import type { Identity } from '../../src/storefront/identity/provider.ts'
import { setPlayer } from '../../src/storefront/baskets/set-player.ts'
import { type NewOrder, openOrder } from '../../src/storefront/orders/open-order.ts'
import { openShop } from '../payments/open-shop.ts'
import type { TestStore } from '../store-records.ts'
import { newAddress } from './visit-store.ts'

/** A test store, and functions that act for a visitor of its storefront. */
export async function openStorefront(store: TestStore, product: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShop(store, product)
  const { storeId } = shop
  const app = store.database.app

  function newVisitor() {
    let token: string | undefined
    const address = newAddress()
    const change = async (kind: 'add' | 'set', quantity = 1, productId: ProductId = shop.productId) => {
      const line = { storeId, token, productId, variantId: null, change: kind, quantity }
      token = (await inStore(app, storeId, (tx) => changeLine(tx, line))).token
    }
    const read = () => inStore(app, storeId, (tx) => readBasket(tx, { storeId, token }))
    return {
      token: () => token,
      add: (quantity = 1, productId?: ProductId) => change('add', quantity, productId),
      set: (quantity: number, productId?: ProductId) => change('set', quantity, productId),
      read,
      name: async (gameUserId: string, recipient: string | null = null) => {
        token = (
          await inStore(app, storeId, (tx) =>
            setPlayer(tx, {
              storeId,
              token,
              player: typedPlayer(gameUserId),
              recipient: recipient === null ? null : typedPlayer(recipient),
            }),
          )
        ).token
      },
      buy: async (more: Partial<NewOrder> = {}) =>
        openOrder(store.payments, {
          storeId,
          basketToken: token,
          provider: 'sandbox',
          email: 'ana@vale.example',
          locale: 'en',
          hideName: false,
          consentVersion: '1',
          renewalConsentVersion: null,
          serverId: null,
          country: null,
          address,
          seenTotalMinor: more.seenTotalMinor ?? (await read()).totalMinor,
          returnUrl: 'https://vale.example/checkout/return',
          ...more,
        }),
    }
  }
  return { ...shop, newVisitor }
}

function typedPlayer(gameUserId: string): Identity {
  return { provider: 'name', proof: 'typed', gameUserId, label: null, avatar: null }
}
